import { describe, expect, it } from 'vitest'
import { changed, filterQuery, nextSort, parseFilter, PLAIN } from '../src/pages/users/filter'
import { address } from '../src/api/url'

describe('the filter of the users', () => {
  it('survives the way through the address', () => {
    const filter = { keyword: 'ann & bob', status: 0 as const, role: 'editor', sort: '-createdAt' as const, page: 3, pageSize: 50 }
    expect(parseFilter(filterQuery(filter))).toEqual(filter)
  })

  it('says nothing in the address where it says nothing', () => {
    expect(filterQuery(PLAIN)).toEqual({})
  })

  it('ignores what makes no sense', () => {
    expect(parseFilter({ page: '-1', pageSize: '9999', status: '7', sort: 'password', keyword: ['a', 'b'] })).toEqual({ ...PLAIN, pageSize: 100 })
  })

  it('begins at the first page when it changes, and keeps itself when the page does', () => {
    expect(changed({ ...PLAIN, page: 4 }, { keyword: 'ann' }).page).toBe(1)
    expect(changed({ ...PLAIN, keyword: 'ann' }, { page: 2 })).toEqual({ ...PLAIN, keyword: 'ann', page: 2 })
  })

  it('turns the order of a column round, and then gives it up', () => {
    expect(nextSort('id', 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBe('id')
  })
})

describe('an address of the API', () => {
  it('has its ids and what its query says, escaped', () => {
    expect(address('/api/users/{id}/sessions', [7])).toBe('/api/users/7/sessions')
    expect(address('/api/users', [], { keyword: 'a&b', status: undefined, role: '', page: 2 })).toBe('/api/users?keyword=a%26b&page=2')
  })
})
