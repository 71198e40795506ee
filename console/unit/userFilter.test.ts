import { describe, expect, it } from 'vitest'
import { applyChange, DEFAULT_FILTER, nextSort, parseFilter, toQuery } from '../src/pages/users/filter'
import { buildUrl } from '../src/api/url'

describe('the user filter', () => {
  it('survives a round trip through the query', () => {
    const filter = { keyword: 'ann & bob', status: 0 as const, role: 'editor', sort: '-createdAt' as const, page: 3, pageSize: 50 }
    expect(parseFilter(toQuery(filter))).toEqual(filter)
  })

  it('leaves default values out of the query', () => {
    expect(toQuery(DEFAULT_FILTER)).toEqual({})
  })

  it('ignores invalid values', () => {
    expect(parseFilter({ page: '-1', pageSize: '9999', status: '7', sort: 'password', keyword: ['a', 'b'] })).toEqual({ ...DEFAULT_FILTER, pageSize: 100 })
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
