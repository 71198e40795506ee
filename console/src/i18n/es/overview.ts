import type { overview as english } from '../en/overview'

export const overview: Record<keyof typeof english, string> = {
  'overview.activeSessions': 'Sesiones activas',
  'overview.day': 'Día',
  'overview.failed': 'Fallidos',
  'overview.failures': 'Inicios de sesión fallidos (30 días)',
  'overview.passkeyUsers': 'Usuarios con llave de acceso',
  'overview.signIns': 'Inicios de sesión (30 días)',
  'overview.signInsOverTime': 'Evolución de los inicios de sesión',
  'overview.signInsSummary': 'Inicios de sesión en los últimos 30 días: {succeeded} correctos, {failed} fallidos',
  'overview.statusSummary': 'Usuarios: {enabled} activos, {disabled} desactivados',
  'overview.succeeded': 'Correctos',
  'overview.text': 'Usuarios, sesiones e inicios de sesión de un vistazo.',
  'overview.title': 'Resumen',
  'overview.totpUsers': 'Usuarios con aplicación de autenticación',
  'overview.users': 'Usuarios',
  'overview.usersByStatus': 'Usuarios por estado',
}
