import type { shell as english } from '../en/shell'

export const shell: Record<keyof typeof english, string> = {
  'common.actions': 'Actions',
  'common.cancel': 'Annuler',
  'common.close': 'Fermer',
  'common.copied': 'Copié',
  'common.copy': 'Copier',
  'common.delete': 'Supprimer',
  'common.dismiss': 'Ignorer',
  'common.done': 'Terminé',
  'common.edit': 'Modifier',
  'common.hidePassword': 'Masquer le mot de passe',
  'common.loadFailed': 'Impossible de charger les données',
  'common.loading': 'Chargement…',
  'common.save': 'Enregistrer',
  'common.showPassword': 'Afficher le mot de passe',
  'common.tryAgain': 'Réessayer',
  'common.undo': 'Annuler',
  'common.view': 'Voir',

  'console.outdated': 'Une partie de la console n’a pas pu être chargée. Rechargez la page ; si cela ne suffit pas, adressez-vous à votre administrateur.',
  'connection.lost': 'Connexion perdue. Reconnexion… Vos modifications non enregistrées sont conservées.',

  'impersonation.banner': 'Vous êtes connecté en tant que {name} (par {by})',
  'impersonation.begin': 'Agir en tant que cet utilisateur',
  'impersonation.end': 'Terminer',
  'impersonation.text': 'Pendant quelques minutes, vous voyez et faites ce que cet utilisateur peut faire. L’utilisateur le voit dans ses sessions et le journal d’audit vous nomme. Les mots de passe, facteurs et clés ne peuvent pas être modifiés.',
  'impersonation.title': 'Agir en tant que {name} ?',

  'secret.once': 'Copiez-le maintenant : il ne sera plus affiché.',

  'nav.account': 'Mon compte',
  'nav.accountMenu': 'Menu du compte de {name}',
  'nav.audit': 'Journal d’audit',
  'nav.branding': 'Identité visuelle',
  'nav.label': 'Principal',
  'nav.language': 'Langue',
  'nav.mail': 'E-mails',
  'nav.overview': 'Vue d’ensemble',
  'nav.roles': 'Rôles',
  'nav.services': 'Intégrations',
  'nav.signOut': 'Se déconnecter',
  'nav.skip': 'Aller au contenu',
  'nav.users': 'Utilisateurs',

  'theme.dark': 'Sombre',
  'theme.label': 'Thème',
  'theme.light': 'Clair',
  'theme.system': 'Système',

  'form.discard': 'Abandonner',
  'form.discardText': 'Vos modifications n’ont pas été enregistrées.',
  'form.discardTitle': 'Abandonner les modifications ?',

  'notFound.action': 'Aller à l’accueil',
  'notFound.text': 'Vérifiez l’adresse ou retournez à l’accueil.',
  'notFound.title': 'Page introuvable',
}
