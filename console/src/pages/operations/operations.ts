/** What operations are called, and whether they have ended. */
import type { Operation } from '../../api/types'
import { t, translateIfKnown, type MessageKey } from '../../i18n'
import { fieldErrorMessage } from '../../ui/errorMessages'

export function actionName({ kind, action }: Operation): string {
  return translateIfKnown(kind === 'users' ? `operations.action.${action}` : `operations.action.${kind}_${action}`) ?? translateIfKnown(`operations.action.${kind}`) ?? action
}

export function hasEnded({ state }: Operation): boolean {
  return state !== 'queued' && state !== 'running'
}

/** What the service calls the columns of a file. */
const FIELDS: Record<string, MessageKey> = { username: 'users.username', name: 'users.name', email: 'users.email', phone: 'users.phone', avatar: 'users.avatar', roles: 'users.roles', status: 'users.status', password: 'users.password', metadata: 'user.metadata' }
const TAKEN: Record<string, MessageKey> = { 'That username is already in use': 'error.username_taken', 'That e-mail address is already in use': 'error.email_taken' }

/** Everything that is wrong with a row: the service names the fields, one after the other. */
function rowText(message: string): string {
  const texts = message.split('; ').map((part) => {
    const [, field = '', rest = ''] = /^(\w+) (.+)$/.exec(part) ?? []
    if (FIELDS[field]) return `${t(FIELDS[field])}: ${fieldErrorMessage({ field, message: rest })}`
    return TAKEN[part] ? t(TAKEN[part]) : fieldErrorMessage({ field: '', message: part })
  })
  return texts.join('; ')
}

/** Reasons come from the catalogue of errors; what it does not know is explained by the service. */
export function reasonText(reason: string, message = ''): string {
  if (reason === 'row_refused' && message) return rowText(message)
  if (reason === 'validation_failed' && message) return fieldErrorMessage({ field: '', message })
  return translateIfKnown(`error.${reason}`, { required: '', n: 0 }) ?? (message ? fieldErrorMessage({ field: '', message }) : reason)
}

export function stateName({ state }: Operation): string {
  return t(`operations.state.${state}`)
}

/** Operations that this tab has started: their end is reported even if it comes before the first look. */
export const started = new Set<number>()
