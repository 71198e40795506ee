/** Moments as people say them. */
import { tag } from './index'

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function ago(iso: string, now: number = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  const format = new Intl.RelativeTimeFormat(tag.value, { numeric: 'auto' })
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  }
  return format.format(0, 'second')
}

export function moment(iso: string): string {
  return new Intl.DateTimeFormat(tag.value, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso))
}

export function day(iso: string): string {
  return new Intl.DateTimeFormat(tag.value, { month: 'short', day: 'numeric' }).format(new Date(iso))
}
