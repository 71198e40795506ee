/** The days that the overview covers, in the address, and the bars of its chart. */
import type { LocationQuery } from 'vue-router'
import type { SignInDay } from '../../api/types'
import { formattingTag } from '../../i18n'
import { localDay } from '../../ui/days'

export const RANGES = [7, 30, 90] as const
export type Range = (typeof RANGES)[number]
export const DEFAULT_RANGE: Range = 30
/** So many bars are wide enough to be clicked on a phone. With more days, a bar is a week. */
const MOST_BARS = 31
const WEEK = 7

export interface Bar {
  from: string
  to: string
  succeeded: number
  failed: number
}

export function parseRange(query: LocationQuery): Range {
  return RANGES.find((days) => String(days) === query.days) ?? DEFAULT_RANGE
}

/** The first day where the browser is, as the list of users counts days. */
export function firstLocalDay(days: number, now = new Date()): { day: string; start: Date } {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)
  return { day: localDay(start), start }
}

/** The last bar ends today, so a first week may be short. */
export function toBars(days: readonly SignInDay[]): Bar[] {
  const size = days.length > MOST_BARS ? WEEK : 1
  const bars: Bar[] = []
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end)
    const sum = (name: 'succeeded' | 'failed') => part.reduce((total, day) => total + day[name], 0)
    bars.unshift({ from: part[0]!.date, to: part.at(-1)!.date, succeeded: sum('succeeded'), failed: sum('failed') })
  }
  return bars
}

/** Steps of 1, 2 or 5 times a power of ten, at most five of them, up to the highest bar or above it. */
export function ticks(highest: number): number[] {
  const rough = Math.max(highest, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!)
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / step) + 1 }, (_, n) => n * step)
}

/** Formats in UTC, because the service counts by UTC day. */
export function dayLabel(date: string): string {
  return new Intl.DateTimeFormat(formattingTag.value, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
}

export function barLabel({ from, to }: Bar): string {
  return from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`
}
