/** Fills the placeholders of a message in. Without Vue, so that the hosted pages can use it. */
export function formatMessage(text: string, values: Record<string, string | number>, language: string): string {
  const [singular, plural] = text.split('|', 2)
  const useSingular = plural === undefined || new Intl.PluralRules(language).select(Number(values.n)) === 'one'
  return (useSingular ? singular! : plural).replace(/\{(\w+)\}/g, (_, name: string) => formatValue(values[name], language))
}

function formatValue(value: string | number | undefined, language: string): string {
  return typeof value === 'number' ? value.toLocaleString(language) : (value ?? '')
}
