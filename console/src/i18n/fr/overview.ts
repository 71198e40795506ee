import type { overview as english } from '../en/overview'

export const overview: Record<keyof typeof english, string> = {
  'overview.activeSessions': 'Sessions actives',
  'overview.day': 'Jour',
  'overview.failed': 'Échouées',
  'overview.failures': 'Connexions échouées (30 jours)',
  'overview.passkeyUsers': 'Utilisateurs avec clé d’accès',
  'overview.signIns': 'Connexions (30 jours)',
  'overview.signInsOverTime': 'Évolution des connexions',
  'overview.signInsSummary': 'Connexions des 30 derniers jours : {succeeded} réussies, {failed} échouées',
  'overview.statusSummary': 'Utilisateurs : {enabled} actifs, {disabled} désactivés',
  'overview.succeeded': 'Réussies',
  'overview.text': 'Utilisateurs, sessions et connexions en un coup d’œil.',
  'overview.title': 'Vue d’ensemble',
  'overview.totpUsers': 'Utilisateurs avec application d’authentification',
  'overview.users': 'Utilisateurs',
  'overview.usersByStatus': 'Utilisateurs par statut',
}
