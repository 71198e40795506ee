/** Filters, sort order and page of the user list, stored in the URL's query. */
import type { LocationQuery } from 'vue-router'
import { isDay, startOfDay } from '../../ui/days'

export const SORT_FIELDS = ['id', 'username', 'name', 'email', 'status', 'createdAt', 'updatedAt', 'lastLoginAt'] as const
export type SortField = (typeof SORT_FIELDS)[number]
export type Sort = SortField | `-${SortField}`

/** Which users are meant: what `GET /api/users`, exports and bulk operations take. */
export interface UserMatch {
  keyword: string
  status: 0 | 1 | undefined
  role: string
  noRole: true | undefined
  neverSignedIn: true | undefined
  mustChangePassword: true | undefined
  emailVerified: false | undefined
  createdFrom: string
  createdTo: string
  phone: string
  id: string
}

export interface UserFilter extends UserMatch {
  sort: Sort
  page: number
  pageSize: number
}

export const DEFAULT_MATCH: UserMatch = {
  keyword: '',
  status: undefined,
  role: '',
  noRole: undefined,
  neverSignedIn: undefined,
  mustChangePassword: undefined,
  emailVerified: undefined,
  createdFrom: '',
  createdTo: '',
  phone: '',
  id: '',
}
export const DEFAULT_FILTER: UserFilter = { ...DEFAULT_MATCH, sort: 'id', page: 1, pageSize: 20 }

const ID = /^[1-9]\d{0,14}$/

/** Ignores invalid values, because a URL may be typed by hand or outdated. */
export function parseFilter(query: LocationQuery): UserFilter {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const flag = (name: string) => (text(name) === 'true' ? (true as const) : undefined)
  const day = (name: string) => (isDay(text(name)) ? text(name) : '')
  return {
    keyword: text('keyword'),
    status: text('status') === '0' ? 0 : text('status') === '1' ? 1 : undefined,
    role: text('role'),
    noRole: flag('noRole'),
    neverSignedIn: flag('neverSignedIn'),
    mustChangePassword: flag('mustChangePassword'),
    emailVerified: text('emailVerified') === 'false' ? false : undefined,
    createdFrom: day('createdFrom'),
    createdTo: day('createdTo'),
    phone: text('phone'),
    id: isId(text('id')) ? text('id') : '',
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

/** What the API takes. Days are whole days where the browser is: the last one ends when the next begins. */
export function toMatch(filter: UserMatch) {
  const { keyword, status, role, noRole, neverSignedIn, mustChangePassword, emailVerified, createdFrom, createdTo, phone, id } = filter
  const given = {
    keyword,
    status,
    role,
    noRole,
    neverSignedIn,
    mustChangePassword,
    emailVerified,
    createdFrom: createdFrom && startOfDay(createdFrom).toISOString(),
    createdTo: createdTo && new Date(startOfDay(createdTo, 1).getTime() - 1).toISOString(),
    phone,
    id: id ? Number(id) : undefined,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '')) as Partial<typeof given>
}

/** Returns to the first page unless the change is about the page. */
export function applyChange(filter: UserFilter, change: Partial<UserFilter>): UserFilter {
  return { ...filter, page: 1, ...change }
}

/** Cycles a column's sort order: ascending, descending, default. */
export function nextSort(current: Sort, field: SortField): Sort {
  if (current === field) return `-${field}`
  return current === `-${field}` ? DEFAULT_FILTER.sort : field
}

export function isFiltered(filter: UserMatch): boolean {
  return (Object.keys(DEFAULT_MATCH) as (keyof UserMatch)[]).some((name) => filter[name] !== DEFAULT_MATCH[name])
}

export function isId(text: string): boolean {
  return ID.test(text)
}

function isSort(text: string): boolean {
  return (SORT_FIELDS as readonly string[]).includes(text.replace(/^-/, ''))
}

function parsePositive(text: string, fallback: number): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback
}
