/** Error messages in the selected language. */
import { ApiError, type FieldError } from '../api/errors'
import { formattingTag, locale, t, translateIfKnown, type MessageKey } from '../i18n'
import { waitingTime } from '../i18n/format'
import { Unreachable } from '../session/connection'
import fieldMessages from './fieldMessages.json'
import sendingErrors from './sendingErrors.json'

export function errorMessage(error: unknown): string {
  if (error instanceof Unreachable) return t('error.unreachable')
  if (error instanceof ApiError) {
    if (error.reason === 'step_up_required' && error.data.requiredStrength) return t('stepUp.strongerText')
    const values = { required: error.data.required ?? '', time: waitingTime(error.data.retryAfter ?? 0, formattingTag.value) }
    return translateIfKnown(`error.${error.reason}`, values) ?? error.message
  }
  // What the browser refused: a passkey was cancelled, for instance.
  if (error instanceof DOMException) return translateIfKnown(`error.${error.name}`) ?? t('error.internal_error')
  return t('error.internal_error')
}

/** The first pattern that a message contains gives its text. The group of a pattern is a limit or a name. */
const FIELD_MESSAGES = fieldMessages.map(([pattern, key]) => [new RegExp(pattern!), key as MessageKey] as const)

/** The service validates in English. Other languages are translated by matching its messages, all of which a test of the project knows. */
export function fieldErrorMessage(error: FieldError): string {
  if (locale.value === 'en') return capitalise(error.message)
  for (const [pattern, key] of FIELD_MESSAGES) {
    const match = pattern.exec(error.message)
    if (match) return t(key, { n: Number(match[1]?.replaceAll(',', '') ?? 0), text: match[1] ?? '', required: match[1] ?? '' })
  }
  return error.message
}

const SENDING_ERRORS = sendingErrors.map(([pattern, key]) => [new RegExp(pattern!), key as MessageKey] as const)

/** Why a mail or an event was not delivered. What the other server said, which stands in a group of the pattern, stays as it is. */
export function sendingError(stored: string): string {
  for (const [pattern, key] of SENDING_ERRORS) {
    const match = pattern.exec(stored)
    if (match) return t(key, { first: match[1] ?? '', second: match[2] ?? '' })
  }
  // An address that the settings do not allow any more.
  return stored.startsWith('must ') ? fieldErrorMessage({ field: 'url', message: stored }) : stored
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
