import { describe, expect, it } from 'vitest'
import { cellState, groupPermissions, toggled } from '../src/pages/roles/matrix'
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

  it('groups the catalogue by resource, without wildcards', () => {
    const catalogue = ['users:read', '*', 'orders:*', 'orders:export'].map((name) => ({ name, description: '', builtIn: false, roles: [], roleCount: 0 }))
    expect(groupPermissions(catalogue).map(({ resource, rows }) => [resource, rows.length])).toEqual([['orders', 1], ['users', 1]])
  })

  it('adds and removes a permission', () => {
    expect(toggled(['b:b'], 'a:a')).toEqual(['a:a', 'b:b'])
    expect(toggled(['a:a', 'b:b'], 'a:a')).toEqual(['b:b'])
  })
})
