import type { overview as english } from '../en/overview'

export const overview: Record<keyof typeof english, string> = {
  'overview.activeSessions': 'Aktive Sitzungen',
  'overview.day': 'Tag',
  'overview.failed': 'Fehlgeschlagen',
  'overview.failures': 'Fehlgeschlagene Anmeldungen (30 Tage)',
  'overview.passkeyUsers': 'Benutzer mit Passkey',
  'overview.signIns': 'Anmeldungen (30 Tage)',
  'overview.signInsOverTime': 'Anmeldungen im Zeitverlauf',
  'overview.signInsSummary': 'Anmeldungen in den letzten 30 Tagen: {succeeded} erfolgreich, {failed} fehlgeschlagen',
  'overview.statusSummary': 'Benutzer: {enabled} aktiv, {disabled} deaktiviert',
  'overview.succeeded': 'Erfolgreich',
  'overview.text': 'Benutzer, Sitzungen und Anmeldungen auf einen Blick.',
  'overview.title': 'Übersicht',
  'overview.totpUsers': 'Benutzer mit Authenticator-App',
  'overview.users': 'Benutzer',
  'overview.usersByStatus': 'Benutzer nach Status',
}
