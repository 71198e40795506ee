/** Filters of the audit log, as the address has them: days are plain, and mean days where the browser is. */
import type { LocationQuery } from 'vue-router'
import { isDay, localDay, startOfDay } from '../../ui/days'

export type AuditFilter = Record<'actor' | 'target' | 'action' | 'from' | 'to', string>

export function parseAuditFilter(query: LocationQuery): AuditFilter {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  return { actor: text('actor'), target: text('target'), action: text('action'), from: text('from'), to: text('to') }
}

/** What the API takes. `to` is the moment before which entries are; moments, which the chart of the overview links to, stay. */
export function toAuditQuery({ from, to, ...filter }: AuditFilter): AuditFilter {
  return { ...filter, from: isDay(from) ? startOfDay(from).toISOString() : from, to: isDay(to) ? startOfDay(to, 1).toISOString() : to }
}

/** The day that a field of the form shows for a bound: that of the first or last entry which a moment lets through. */
export function shownDay(name: 'from' | 'to', bound: string): string {
  const moment = Date.parse(bound)
  return isDay(bound) || Number.isNaN(moment) ? bound : localDay(new Date(name === 'to' ? moment - 1 : moment))
}
