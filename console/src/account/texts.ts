/** The texts that scripts show. The service renders all others from the same files. */
import fieldMessages from '../../../src/doorward/features/hosted_pages/catalogues/field_messages.json'
import { ApiError, type FieldError } from '../api/errors'
import { formatMessage, waitingTime } from '../i18n/format'
import { DEVICE } from '../ui/device'
import { SessionEnded } from '../session/tokenManager'

/** The person closed a dialog that a change needs. */
export class Cancelled extends Error {}

const PASSKEY_ERRORS = ['InvalidStateError', 'NotAllowedError', 'SecurityError']

type Texts = Record<string, string>

let texts: Texts = {}
export const language = document.documentElement.lang

/** One language at a time, so that no page loads both. */
export async function loadTexts(): Promise<void> {
  const module = language.startsWith('zh')
    ? await import('../../../src/doorward/features/hosted_pages/catalogues/zh.json')
    : await import('../../../src/doorward/features/hosted_pages/catalogues/en.json')
  texts = module.default
}

export function t(key: string, values: Record<string, string | number> = {}): string {
  return formatMessage(texts[key] ?? key, values, language)
}

/** What a device is called in the language of the page; see `ui/device`. */
export function deviceName(name: string): string {
  const [, browser, system] = DEVICE.exec(name) ?? []
  return browser && system ? t('account.sessions.onSystem', { browser, system }) : name || t('account.sessions.unknown')
}

export function moment(iso: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

export function errorMessage(error: unknown): string {
  if (error instanceof SessionEnded) return t('error.session_ended')
  if (error instanceof Cancelled) return t('account.stepUp.cancelled')
  // Of the browser, when a passkey was asked for.
  if (error instanceof DOMException) return t(`passkey.${PASSKEY_ERRORS.includes(error.name) ? error.name : 'failed'}`)
  if (!(error instanceof ApiError)) return t(error instanceof TypeError ? 'error.unreachable' : 'error.internal_error')
  // The flow or the link is of no more use.
  if (error.data.remaining === 0) return t(error.reason === 'invalid_code' ? 'error.code_void' : 'error.invalid_one_time_token')
  // Without a flow, which counts the tries, their number is not known.
  const key = error.reason === 'invalid_code' && error.data.remaining === undefined ? 'error.wrong_code' : `error.${error.reason}`
  return key in texts ? t(key, { n: error.data.remaining ?? 0, time: waitingTime(error.data.retryAfter ?? 0, language) }) : error.message
}

/** The service validates in English; the known messages have translations. */
export function fieldErrorMessage({ message }: FieldError): string {
  if (language === 'en') return message.charAt(0).toUpperCase() + message.slice(1)
  for (const [pattern, key] of fieldMessages as [string, string][]) {
    const match = new RegExp(pattern).exec(message)
    if (match) return t(key, { n: Number(match[1] ?? 0) })
  }
  return message
}
