import { describe, expect, it } from 'vitest'
import { applyChange, DEFAULT_FILTER, nextSort, parseFilter, toMatch, toQuery, type UserFilter } from '../src/pages/users/filter'
import { buildUrl } from '../src/api/url'

describe('the user filter', () => {
  it('survives a round trip through the query', () => {
    const filter: UserFilter = { keyword: 'ann & bob', status: 0, role: 'editor', noRole: true, neverSignedIn: true, mustChangePassword: true, emailVerified: false, createdFrom: '2026-01-31', createdTo: '2026-02-01', phone: '+49 30', id: '17', sort: '-createdAt', page: 3, pageSize: 50 }
    expect(parseFilter(toQuery(filter))).toEqual(filter)
  })

  it('leaves default values out of the query', () => {
    expect(toQuery(DEFAULT_FILTER)).toEqual({})
  })

  it('ignores invalid values', () => {
    expect(parseFilter({ page: '-1', pageSize: '9999', status: '7', sort: 'password', keyword: ['a', 'b'], createdFrom: '2026-13-45', createdTo: 'today', id: '-1', emailVerified: 'yes', noRole: '1' })).toEqual({ ...DEFAULT_FILTER, pageSize: 100 })
  })

  it('asks the API for whole days, and only for what is set', () => {
    const match = toMatch({ ...DEFAULT_FILTER, createdFrom: '2026-01-31', createdTo: '2026-01-31', emailVerified: false, status: 0, id: '17' })
    expect(Date.parse(match.createdTo!) - Date.parse(match.createdFrom!)).toBe(86_400_000 - 1)
    expect(new Date(match.createdFrom!).getHours()).toBe(0)
    expect(Object.keys(match).sort()).toEqual(['createdFrom', 'createdTo', 'emailVerified', 'id', 'status'])
    expect(match).toMatchObject({ emailVerified: false, status: 0, id: 17 })
  })

  it('returns to the first page when a filter changes, and keeps the filter when the page changes', () => {
    expect(applyChange({ ...DEFAULT_FILTER, page: 4 }, { keyword: 'ann' }).page).toBe(1)
    expect(applyChange({ ...DEFAULT_FILTER, keyword: 'ann' }, { page: 2 })).toEqual({ ...DEFAULT_FILTER, keyword: 'ann', page: 2 })
  })

  it('cycles a column through ascending, descending and the default order', () => {
    expect(nextSort('id', 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBe('id')
  })
})

describe('an API URL', () => {
  it('contains the ids and the non-empty query values, escaped', () => {
    expect(buildUrl('/api/users/{id}/sessions', [7])).toBe('/api/users/7/sessions')
    expect(buildUrl('/api/users', [], { keyword: 'a&b', status: undefined, role: '', page: 2 })).toBe('/api/users?keyword=a%26b&page=2')
  })
})
