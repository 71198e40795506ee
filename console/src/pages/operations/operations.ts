/** What operations are called, and whether they have ended. */
import type { Operation } from '../../api/types'
import { locale, t, translateIfKnown, type MessageKey } from '../../i18n'
import { fieldErrorMessage } from '../../ui/errorMessages'

export function actionName(operation: Operation): string {
  return nameIfKnown(operation) ?? operation.action
}

export function nameIfKnown({ kind, action }: Pick<Operation, 'kind' | 'action'>): string | undefined {
  return translateIfKnown(kind === 'users' ? `operations.action.${action}` : `operations.action.${kind}_${action}`) ?? translateIfKnown(`operations.action.${kind}`)
}

export function hasEnded({ state }: Operation): boolean {
  return state !== 'queued' && state !== 'running'
}

/** Columns of a file that the console has a word for; others are called as in the file. */
const FIELDS: Record<string, MessageKey> = { username: 'users.username', name: 'users.name', email: 'users.email', phone: 'users.phone', avatar: 'users.avatar', roles: 'users.roles', status: 'users.status', password: 'users.password', metadata: 'user.metadata' }

/** Where the message of the next field begins: a message itself may contain a semicolon too. */
const NEXT_FIELD = /; (?=[a-z]\w* (?:must|is|has|cannot) )/
/** What is wrong with the value of a column, which may be found while the row is read. */
const OF_COLUMN = /^(?:The row cannot be read: )?([a-z]\w*) ((?:must|is|has|cannot|also) .+)$/s

/** Everything that is wrong with a row: the service names the fields, one after the other. */
function rowText(message: string): string {
  const texts = message.split(NEXT_FIELD).map((part) => {
    const [, field, message] = OF_COLUMN.exec(part) ?? []
    if (!field || !message) return fieldErrorMessage({ field: '', message: part })
    return t('common.labelled', { label: FIELDS[field] ? t(FIELDS[field]) : field, text: fieldErrorMessage({ field, message }) })
  })
  return texts.reduce((first, second) => t('common.semicolon', { first, second }))
}

/** Why a file could not be read at all. The first pattern that the message of the service contains gives the text. */
const FILE_MESSAGES: [RegExp, MessageKey][] = [
  [/UTF-(?:8|16)/, 'fileError.encoding'],
  [/is not recognised|list of realms/, 'fileError.format'],
  [/is empty/, 'fileError.nothing'],
  [/holds no/, 'fileError.empty'],
  [/too (?:large|long|much)|larger than|more than|longer than/, 'fileError.excess'],
]

/** A heading as the service quotes it. */
const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g

/** A table without the column that users are told apart by, and the headings that it has instead. */
const HEADINGS = /column username.* first line,? (?:which )?has (.+?)(?:; (?:pass|name) [^']+)?$/s

export function fileErrorText(message: string): string {
  const [, names = ''] = HEADINGS.exec(message) ?? []
  const headings = [...names.matchAll(QUOTED)].map(([, single, double]) => t('fileError.heading', { text: single ?? double ?? '' }))
  if (headings.length) return t('fileError.columns', { names: headings.reduce((first, second) => t('fileError.headings', { first, second })) })
  if (locale.value === 'en') return message
  return t(FILE_MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? 'fileError.damaged')
}

/** Reasons come from the catalogue of errors; what it does not know is explained by the service. The message of a row ends with the permission that it takes. */
export function reasonText(reason: string, message = ''): string {
  if (reason === 'row_refused' && message) return rowText(message)
  if (reason === 'validation_failed' && message) return fieldErrorMessage({ field: '', message })
  return translateIfKnown(`error.${reason}`, { required: /\(([^() ]+)\)$/.exec(message)?.[1] ?? '', n: 0 }) ?? (message ? fieldErrorMessage({ field: '', message }) : reason)
}

export function stateName({ state }: Operation): string {
  return t(`operations.state.${state}`)
}

/** Operations that this tab has started: their end is reported even if it comes before the first look. */
export const started = new Set<number>()
