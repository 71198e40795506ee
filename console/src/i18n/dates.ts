/** Dates and times, formatted for the selected language. */
import { formattingTag, t } from './index'

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function relativeTime(iso: string, now: number = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  const format = new Intl.RelativeTimeFormat(formattingTag.value, { numeric: 'auto' })
  for (const [unit, size] of UNITS) {
    // What is to come is rounded: a link that was just made for seven days ends in seven days, not in six.
    if (Math.abs(seconds) >= size) return format.format(seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size), unit)
  }
  // `Intl` would say "now", which no language says of a sign-in some seconds ago.
  return t(seconds > 0 ? 'common.soon' : 'common.justNow')
}

export function dateTime(iso: string): string {
  return new Intl.DateTimeFormat(formattingTag.value, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso))
}

/** With seconds and the time zone, for records that are compared with others. */
export function exactTime(iso: string): string {
  const options = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const time = new Date(iso)
  const zone = new Intl.DateTimeFormat(formattingTag.value, { timeZoneName: 'short' }).formatToParts(time).find(({ type }) => type === 'timeZoneName')
  // Chinese patterns put the zone between the day and the hour, where it is taken for a part of the date.
  return [new Intl.DateTimeFormat(formattingTag.value, options).format(time), zone?.value].filter(Boolean).join(' ')
}

const LENGTHS = [['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]] as const

/** "15 minutes". */
export function duration(seconds: number): string {
  const [unit, size] = LENGTHS.find(([, size]) => seconds >= size) ?? LENGTHS[3]
  return new Intl.NumberFormat(formattingTag.value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(seconds / size)
}
