/** What the list of users shows, as the address has it. */
import type { LocationQuery } from 'vue-router'

export const SORTS = ['id', 'username', 'name', 'email', 'status', 'createdAt', 'updatedAt', 'lastLoginAt'] as const
type Field = (typeof SORTS)[number]
export type Sort = Field | `-${Field}`

export interface UserFilter {
  keyword: string
  status: 0 | 1 | undefined
  role: string
  sort: Sort
  page: number
  pageSize: number
}

export const PLAIN: UserFilter = { keyword: '', status: undefined, role: '', sort: 'id', page: 1, pageSize: 20 }

/** An address may be typed or out of date: what it gets wrong counts as absent. */
export function parseFilter(query: LocationQuery): UserFilter {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  return {
    keyword: text('keyword'),
    status: text('status') === '0' ? 0 : text('status') === '1' ? 1 : undefined,
    role: text('role'),
    sort: isSort(text('sort')) ? (text('sort') as Sort) : PLAIN.sort,
    page: positive(text('page'), PLAIN.page),
    pageSize: Math.min(positive(text('pageSize'), PLAIN.pageSize), 100),
  }
}

/** The shortest address that says the same. */
export function filterQuery(filter: UserFilter): Record<string, string> {
  const entries = Object.entries(filter) as [keyof UserFilter, unknown][]
  return Object.fromEntries(entries.filter(([name, value]) => value !== PLAIN[name]).map(([name, value]) => [name, String(value)]))
}

/** Another filter starts on its first page; another page keeps the filter. */
export function changed(filter: UserFilter, change: Partial<UserFilter>): UserFilter {
  return { ...filter, page: 1, ...change }
}

/** A column's next order: ascending, descending, and back to none. */
export function nextSort(current: Sort, field: Field): Sort {
  if (current === field) return `-${field}`
  return current === `-${field}` ? PLAIN.sort : field
}

export function isFiltered(filter: UserFilter): boolean {
  return filter.keyword !== '' || filter.status !== undefined || filter.role !== ''
}

function isSort(text: string): boolean {
  return (SORTS as readonly string[]).includes(text.replace(/^-/, ''))
}

function positive(text: string, otherwise: number): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise
}
