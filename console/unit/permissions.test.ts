import { describe, expect, it } from 'vitest'
import { cellState, groupPermissions, searchGroups, setAll, toggled } from '../src/pages/roles/matrix'
import { covers, firstMissing, isPermission } from '../src/session/permissions'

const role = (...permissions: string[]) => ({ permissions }) as Parameters<typeof cellState>[0]

describe('permissions', () => {
  it('cover themselves; a wildcard covers its resource, and * everything', () => {
    expect(covers(['orders:read'], 'orders:read')).toBe(true)
    expect(covers(['orders:*'], 'orders:read')).toBe(true)
    expect(covers(['*'], 'orders:read')).toBe(true)
    expect(covers(['orders:read'], 'orders:write')).toBe(false)
    expect(covers(['orders:read'], 'orders:*')).toBe(false)
  })

  it('report the first missing permission', () => {
    expect(firstMissing(['users:read'], ['users:read', 'users:create'])).toBe('users:create')
    expect(firstMissing(['users:*'], ['users:read'])).toBeUndefined()
  })

  it('are validated like in the service', () => {
    for (const name of ['*', 'orders:export', 'orders:*', 'system:user:list']) expect(isPermission(name)).toBe(true)
    for (const name of ['orders', ':read', 'a b:c', 'orders:', '**']) expect(isPermission(name)).toBe(false)
  })
})

describe('the permission matrix', () => {
  it('distinguishes direct grants from grants through a wildcard', () => {
    expect(cellState(role('orders:read'), 'orders:read')).toBe('direct')
    expect(cellState(role('*'), 'orders:read')).toBe('wildcard')
    expect(cellState(role(), 'orders:read')).toBe('none')
  })

  it('groups the catalogue by resource, everything first, and each resource begins with its wildcard', () => {
    const catalogue = ['users:read', 'stock:*', 'orders:export'].map((name) => ({ name, description: '' }))
    expect(groupPermissions(catalogue, ['new:one']).map(({ rows }) => rows.map(({ permission }) => permission))).toEqual([
      ['*'],
      ['new:*', 'new:one'],
      ['orders:*', 'orders:export'],
      ['stock:*'],
      ['users:*', 'users:read'],
    ])
  })

  it('finds permissions by name and by what they are for', () => {
    const groups = groupPermissions([{ name: 'orders:export', description: 'Sends orders away' }, { name: 'users:read', description: '' }])
    const found = (word: string) => searchGroups(groups, word).flatMap(({ rows }) => rows.map(({ permission }) => permission))
    expect(found('EXPORT')).toEqual(['orders:export'])
    expect(found('sends')).toEqual(['orders:export'])
    expect(found('nothing like this')).toEqual([])
  })

  it('selects all of a resource, without what a wildcard grants anyway', () => {
    expect(setAll(['a:x'], ['b:y', 'b:z'], true)).toEqual(['a:x', 'b:y', 'b:z'])
    expect(setAll(['b:*'], ['b:y'], true)).toEqual(['b:*'])
    expect(setAll(['a:x', 'b:y', 'b:z'], ['b:y', 'b:z'], false)).toEqual(['a:x'])
  })

  it('adds and removes a permission', () => {
    expect(toggled(['b:b'], 'a:a')).toEqual(['a:a', 'b:b'])
    expect(toggled(['a:a', 'b:b'], 'a:a')).toEqual(['b:b'])
  })
})
