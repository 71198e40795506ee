/** Days as `2026-01-31`: those where the browser is, by which people filter, and those of UTC, by which the service counts. */
const DAY = /^\d{4}-\d\d-\d\d$/
const DAY_MS = 86_400_000
/** The API knows no later moment. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text))
}

/** When a day begins where the browser is, or one that is so many days later. */
export function startOfDay(day: string, later = 0): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Math.min(new Date(year, month - 1, date + later).getTime(), LAST))
}

/** The day of a moment where the browser is. */
export function localDay(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** Whether a day of UTC is another stretch of time than the day of that name where the browser is. */
export function differsFromUtc(day: string): boolean {
  return startOfDay(day).getTime() !== Date.parse(day) || startOfDay(day, 1).getTime() !== Date.parse(day) + DAY_MS
}

/** The range of days of UTC, for addresses whose days are those where the browser is: as moments if they differ. */
export function utcRange(from: string, to?: string): { from: string; to?: string } {
  const start = differsFromUtc(from) ? new Date(from).toISOString() : from
  return to === undefined ? { from: start } : { from: start, to: differsFromUtc(to) ? new Date(Date.parse(to) + DAY_MS).toISOString() : to }
}
