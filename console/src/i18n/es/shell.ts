import type { shell as english } from '../en/shell'

export const shell: Record<keyof typeof english, string> = {
  'common.actions': 'Acciones',
  'common.cancel': 'Cancelar',
  'common.close': 'Cerrar',
  'common.copied': 'Copiado',
  'common.copy': 'Copiar',
  'common.delete': 'Eliminar',
  'common.dismiss': 'Descartar',
  'common.done': 'Listo',
  'common.edit': 'Editar',
  'common.hidePassword': 'Ocultar contraseña',
  'common.loadFailed': 'No se han podido cargar los datos',
  'common.loading': 'Cargando…',
  'common.save': 'Guardar cambios',
  'common.showPassword': 'Mostrar contraseña',
  'common.tryAgain': 'Reintentar',
  'common.undo': 'Deshacer',
  'common.view': 'Ver',

  'console.outdated': 'No se ha podido cargar una parte de la consola. Vuelva a cargar la página; si no sirve de ayuda, consulte a su administrador.',
  'connection.lost': 'Conexión perdida. Reconectando… Sus cambios sin guardar se conservan.',

  'impersonation.banner': 'Ha iniciado sesión como {name} (por {by})',
  'impersonation.begin': 'Actuar como este usuario',
  'impersonation.end': 'Terminar',
  'impersonation.text': 'Durante unos minutos verá y hará lo que este usuario puede. El usuario lo ve en sus sesiones y el registro de auditoría le nombra a usted. No se pueden cambiar contraseñas, factores ni claves.',
  'impersonation.title': '¿Actuar como {name}?',

  'secret.once': 'Cópielo ahora: no se volverá a mostrar.',

  'nav.account': 'Mi cuenta',
  'nav.accountMenu': 'Menú de la cuenta de {name}',
  'nav.audit': 'Registro de auditoría',
  'nav.branding': 'Marca',
  'nav.label': 'Principal',
  'nav.language': 'Idioma',
  'nav.mail': 'Correo',
  'nav.overview': 'Resumen',
  'nav.roles': 'Roles',
  'nav.services': 'Integraciones',
  'nav.signOut': 'Cerrar sesión',
  'nav.skip': 'Ir al contenido',
  'nav.users': 'Usuarios',

  'theme.dark': 'Oscuro',
  'theme.label': 'Tema',
  'theme.light': 'Claro',
  'theme.system': 'Sistema',

  'form.discard': 'Descartar',
  'form.discardText': 'Sus cambios no se han guardado.',
  'form.discardTitle': '¿Descartar los cambios?',

  'notFound.action': 'Ir a la página de inicio',
  'notFound.text': 'Compruebe la dirección o vuelva a la página de inicio.',
  'notFound.title': 'Página no encontrada',
}
