import type { shell as english } from '../en/shell'

export const shell: Record<keyof typeof english, string> = {
  'common.actions': 'Aktionen',
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.copied': 'Kopiert',
  'common.copy': 'Kopieren',
  'common.delete': 'Löschen',
  'common.dismiss': 'Ausblenden',
  'common.done': 'Fertig',
  'common.edit': 'Bearbeiten',
  'common.hidePassword': 'Passwort verbergen',
  'common.loadFailed': 'Die Daten konnten nicht geladen werden',
  'common.loading': 'Wird geladen…',
  'common.save': 'Speichern',
  'common.showPassword': 'Passwort anzeigen',
  'common.tryAgain': 'Erneut versuchen',
  'common.undo': 'Rückgängig',
  'common.view': 'Ansehen',

  'console.outdated': 'Ein Teil der Konsole konnte nicht geladen werden. Laden Sie die Seite neu; hilft das nicht, wenden Sie sich an Ihren Administrator.',
  'connection.lost': 'Verbindung verloren. Wird wiederhergestellt… Ihre ungespeicherten Änderungen bleiben erhalten.',

  'impersonation.banner': 'Sie sind als {name} angemeldet (durch {by})',
  'impersonation.begin': 'Als dieser Benutzer handeln',
  'impersonation.end': 'Beenden',
  'impersonation.text': 'Einige Minuten lang sehen und tun Sie, was dieser Benutzer darf. Der Benutzer sieht es in seinen Sitzungen, und das Audit-Protokoll nennt Sie. Passwörter, Faktoren und Schlüssel lassen sich nicht ändern.',
  'impersonation.title': 'Als {name} handeln?',

  'secret.once': 'Jetzt kopieren: Es wird nicht noch einmal angezeigt.',

  'nav.account': 'Mein Konto',
  'nav.accountMenu': 'Kontomenü für {name}',
  'nav.audit': 'Audit-Protokoll',
  'nav.branding': 'Erscheinungsbild',
  'nav.label': 'Hauptmenü',
  'nav.language': 'Sprache',
  'nav.mail': 'E-Mail',
  'nav.overview': 'Übersicht',
  'nav.roles': 'Rollen',
  'nav.services': 'Integrationen',
  'nav.signOut': 'Abmelden',
  'nav.skip': 'Zum Inhalt springen',
  'nav.users': 'Benutzer',

  'theme.dark': 'Dunkel',
  'theme.label': 'Design',
  'theme.light': 'Hell',
  'theme.system': 'System',

  'form.discard': 'Verwerfen',
  'form.discardText': 'Ihre Änderungen wurden nicht gespeichert.',
  'form.discardTitle': 'Änderungen verwerfen?',

  'notFound.action': 'Zur Startseite',
  'notFound.text': 'Prüfen Sie die Adresse oder gehen Sie zurück zur Startseite.',
  'notFound.title': 'Seite nicht gefunden',
}
