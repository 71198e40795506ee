/** Filter, sort order and page of the user list, stored in the URL's query. */
import type { LocationQuery } from 'vue-router'

export const SORT_FIELDS = ['id', 'username', 'name', 'email', 'status', 'createdAt', 'updatedAt', 'lastLoginAt'] as const
type Field = (typeof SORT_FIELDS)[number]
export type Sort = Field | `-${Field}`

export interface UserFilter {
  keyword: string
  status: 0 | 1 | undefined
  role: string
  sort: Sort
  page: number
  pageSize: number
}

export const DEFAULT_FILTER: UserFilter = { keyword: '', status: undefined, role: '', sort: 'id', page: 1, pageSize: 20 }

/** Ignores invalid values, because a URL may be typed by hand or outdated. */
export function parseFilter(query: LocationQuery): UserFilter {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  return {
    keyword: text('keyword'),
    status: text('status') === '0' ? 0 : text('status') === '1' ? 1 : undefined,
    role: text('role'),
    sort: isSort(text('sort')) ? (text('sort') as Sort) : DEFAULT_FILTER.sort,
    page: parsePositive(text('page'), DEFAULT_FILTER.page),
    pageSize: Math.min(parsePositive(text('pageSize'), DEFAULT_FILTER.pageSize), 100),
  }
}

/** Leaves out default values, to keep the URL short. */
export function toQuery(filter: UserFilter): Record<string, string> {
  const entries = Object.entries(filter) as [keyof UserFilter, unknown][]
  return Object.fromEntries(entries.filter(([name, value]) => value !== DEFAULT_FILTER[name]).map(([name, value]) => [name, String(value)]))
}

/** Returns to the first page unless the change is about the page. */
export function applyChange(filter: UserFilter, change: Partial<UserFilter>): UserFilter {
  return { ...filter, page: 1, ...change }
}

/** Cycles a column's sort order: ascending, descending, default. */
export function nextSort(current: Sort, field: Field): Sort {
  if (current === field) return `-${field}`
  return current === `-${field}` ? DEFAULT_FILTER.sort : field
}

export function isFiltered(filter: UserFilter): boolean {
  return filter.keyword !== '' || filter.status !== undefined || filter.role !== ''
}

function isSort(text: string): boolean {
  return (SORT_FIELDS as readonly string[]).includes(text.replace(/^-/, ''))
}

function parsePositive(text: string, fallback: number): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback
}
