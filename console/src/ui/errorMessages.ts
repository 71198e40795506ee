/** Error messages in the selected language. */
import { ApiError, type FieldError } from '../api/errors'
import { locale, t, translateIfKnown } from '../i18n'
import { Unreachable } from '../session/connection'

export function errorMessage(error: unknown): string {
  if (error instanceof Unreachable) return t('error.unreachable')
  if (error instanceof ApiError) {
    if (error.reason === 'step_up_required' && error.data.requiredStrength) return t('stepUp.strongerText')
    const values = { required: error.data.required ?? '', n: error.data.retryAfter ?? 0 }
    return translateIfKnown(`error.${error.reason}`, values) ?? error.message
  }
  // What the browser refused: a passkey was cancelled, for instance.
  if (error instanceof DOMException) return translateIfKnown(`error.${error.name}`) ?? t('error.internal_error')
  return t('error.internal_error')
}

/** The service validates in English. Other languages are translated by matching the known messages. */
export function fieldErrorMessage(error: FieldError): string {
  if (locale.value === 'en') return capitalise(error.message)
  for (const [pattern, key] of FIELD_MESSAGES) {
    const match = pattern.exec(error.message)
    if (match) return translateIfKnown(key, { n: Number(match[1] ?? 0), text: match[1] ?? '' }) ?? error.message
  }
  return error.message
}

const FIELD_MESSAGES: [RegExp, string][] = [
  [/is required|must not be empty/, 'fieldError.required'],
  [/at least (\d+) characters/, 'fieldError.short'],
  [/at most (\d+) characters/, 'fieldError.long'],
  [/at most (\d+) (?:entries|roles)/, 'fieldError.entries'],
  [/more than (\d+) combining marks/, 'fieldError.marks'],
  [/can be seen/, 'fieldError.visible'],
  [/invisible characters/, 'fieldError.invisible'],
  [/spaces or control characters/, 'fieldError.spaces'],
  [/control characters/, 'fieldError.control'],
  [/e-mail address such as/, 'fieldError.email'],
  [/http or https address/, 'fieldError.address'],
  [/is already in use/, 'fieldError.taken'],
  [/must not be the username/, 'fieldError.same'],
  [/data breach/, 'fieldError.breached'],
  [/most common passwords/, 'fieldError.common'],
  [/contrast of ([\d.]+):1/, 'fieldError.contrast'],
  [/a colour such as/, 'fieldError.colour'],
  [/at most (\d+) KiB/, 'fieldError.fileSize'],
  [/PNG, JPEG, WebP, GIF or SVG/, 'fieldError.picture'],
  [/a picture|PNG, JPEG/, 'avatar.unreadable'],
  [/as SVG/, 'fieldError.svg'],
  [/address that does not start with/, 'fieldError.link'],
  [/which is no placeholder.*it has (.*)/, 'fieldError.placeholder'],
  [/must contain (\{\w+\}) once/, 'fieldError.paragraph'],
  [/must not contain (\{\w+\}): lists/, 'fieldError.secretSubject'],
  [/such as https:\/\//, 'fieldError.httpsAddress'],
  [/begin with https/, 'fieldError.https'],
  [/private or special address/, 'fieldError.privateAddress'],
  [/network/, 'fieldError.network'],
  [/in the future/, 'fieldError.future'],
  [/type of event/, 'fieldError.event'],
  [/permission/, 'fieldError.permission'],
]

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
