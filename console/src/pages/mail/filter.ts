/** Filter and page of the list of mails, stored in the URL's query. */
import type { LocationQuery } from 'vue-router'

export const STATES = ['queued', 'held', 'delivered', 'failed'] as const
export type MailState = (typeof STATES)[number]

export interface MailFilter {
  state: MailState | undefined
  kind: string
  recipient: string
  page: number
  pageSize: number
}

export const DEFAULT_FILTER: MailFilter = { state: undefined, kind: '', recipient: '', page: 1, pageSize: 20 }

/** Ignores invalid values, because a URL may be typed by hand or outdated. */
export function parseFilter(query: LocationQuery): MailFilter {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const number = (name: 'page' | 'pageSize') => (/^[1-9]\d{0,8}$/.test(text(name)) ? Number(text(name)) : DEFAULT_FILTER[name])
  return {
    state: STATES.find((state) => state === text('state')),
    kind: text('kind'),
    recipient: text('recipient'),
    page: number('page'),
    pageSize: Math.min(number('pageSize'), 100),
  }
}

/** Leaves out default values, to keep the URL short. */
export function toQuery(filter: MailFilter): Record<string, string> {
  const entries = Object.entries(filter) as [keyof MailFilter, unknown][]
  return Object.fromEntries(entries.filter(([name, value]) => value !== DEFAULT_FILTER[name]).map(([name, value]) => [name, String(value)]))
}

export function isFiltered(filter: MailFilter): boolean {
  return filter.state !== undefined || filter.kind !== '' || filter.recipient !== ''
}
