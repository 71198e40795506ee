/** Fills the placeholders of a message in. Without Vue, so that the hosted pages can use it. */
export function formatMessage(text: string, values: Record<string, string | number>, language: string): string {
  return selectForm(text, Number(values.n), language).replace(/\{(\w+)\}/g, (_, name: string) => formatValue(values[name], language))
}

/** The plural forms of a message in a language, in the order in which `|` separates them. */
export function pluralForms(language: string): Intl.LDMLPluralRule[] {
  return PLURAL_FORMS[language.split('-')[0]!] ?? ['one', 'other']
}

/** Spanish and French have a form for whole millions too, which no text here needs. */
const PLURAL_FORMS: Record<string, Intl.LDMLPluralRule[]> = {
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
  ja: ['other'],
  zh: ['other'],
}

/** A message without `|` has one form for all numbers; a category without a form of its own takes the last one. */
function selectForm(text: string, n: number, language: string): string {
  const forms = text.split('|')
  if (forms.length === 1) return text
  return forms[pluralForms(language).indexOf(new Intl.PluralRules(language).select(n))] ?? forms.at(-1)!
}

/** In a line from right to left, a name or an address keeps its own direction, and does not mix with what stands beside it. */
function formatValue(value: string | number | undefined, language: string): string {
  if (typeof value === 'number') return value.toLocaleString(language)
  return value && language.startsWith('ar') ? `\u2068${value}\u2069` : (value ?? '')
}

/** For a text that becomes a value of a form: marks of direction are not part of a name. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '')
}

/** "in 30 days": a lock of a month is not told in seconds. Rounded up, so that it has ended then. */
export function waitingTime(seconds: number, language: string): string {
  const units = [['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]] as const
  const [unit, size] = units.find(([, length]) => seconds > length) ?? units[3]
  // Chinese would say "秒钟", without a space behind the number, which the texts around it have.
  const chinese = language.startsWith('zh')
  const time = new Intl.RelativeTimeFormat(language, { style: chinese ? 'short' : 'long' }).format(Math.ceil(seconds / size), unit)
  return chinese ? time.replace(/(\d)(?=\p{Script=Han})/u, '$1 ') : time
}
