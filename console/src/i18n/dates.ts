/** Dates and times, formatted for the selected language. */
import { languageTag } from './index'

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function relativeTime(iso: string, now: number = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  const format = new Intl.RelativeTimeFormat(languageTag.value, { numeric: 'auto' })
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  }
  return format.format(0, 'second')
}

export function dateTime(iso: string): string {
  return new Intl.DateTimeFormat(languageTag.value, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso))
}
