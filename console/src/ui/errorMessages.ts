/** What went wrong, in the reader's language. */
import { ApiFault, type FieldFault } from '../api/errors'
import { locale, t, words } from '../i18n'
import { Unreachable } from '../session/connection'

export function explain(error: unknown): string {
  if (error instanceof Unreachable) return t('fault.unreachable')
  if (error instanceof ApiFault) {
    const values = { required: error.data.required ?? '', n: error.data.retryAfter ?? 0 }
    return words(`fault.${error.reason}`, values) ?? error.message
  }
  return t('fault.internal_error')
}

/** The service's remark on one field. It speaks English; what it can say is known, so it can be said in others. */
export function explainField(fault: FieldFault): string {
  if (locale.value === 'en') return sentence(fault.message)
  for (const [pattern, key] of REMARKS) {
    const match = pattern.exec(fault.message)
    if (match) return words(key, { n: Number(match[1] ?? 0) }) ?? fault.message
  }
  return fault.message
}

const REMARKS: [RegExp, string][] = [
  [/is required|must not be empty/, 'remark.required'],
  [/at least (\d+) characters/, 'remark.short'],
  [/at most (\d+) characters/, 'remark.long'],
  [/spaces or control characters/, 'remark.spaces'],
  [/control characters/, 'remark.control'],
  [/e-mail address such as/, 'remark.email'],
  [/http or https address/, 'remark.address'],
  [/must not be the username/, 'remark.same'],
  [/most common passwords/, 'remark.common'],
  [/permission/, 'remark.permission'],
]

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
