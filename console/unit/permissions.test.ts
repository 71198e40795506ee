import { describe, expect, it } from 'vitest'
import { cell, groups, toggled } from '../src/pages/roles/matrix'
import { covers, firstMissing, isPermission } from '../src/session/permissions'

const role = (...permissions: string[]) => ({ permissions }) as Parameters<typeof cell>[0]

describe('permissions', () => {
  it('cover themselves, their resource by a wildcard, and everything by *', () => {
    expect(covers(['orders:read'], 'orders:read')).toBe(true)
    expect(covers(['orders:*'], 'orders:read')).toBe(true)
    expect(covers(['*'], 'orders:read')).toBe(true)
    expect(covers(['orders:read'], 'orders:write')).toBe(false)
    expect(covers(['orders:read'], 'orders:*')).toBe(false)
  })

  it('name what is missing', () => {
    expect(firstMissing(['users:read'], ['users:read', 'users:create'])).toBe('users:create')
    expect(firstMissing(['users:*'], ['users:read'])).toBeUndefined()
  })

  it('are recognised as the service does', () => {
    for (const name of ['*', 'orders:export', 'orders:*', 'system:user:list']) expect(isPermission(name)).toBe(true)
    for (const name of ['orders', ':read', 'a b:c', 'orders:', '**']) expect(isPermission(name)).toBe(false)
  })
})

describe('the matrix', () => {
  it('tells what a role names from what a wildcard covers', () => {
    expect(cell(role('orders:read'), 'orders:read')).toBe('named')
    expect(cell(role('*'), 'orders:read')).toBe('covered')
    expect(cell(role(), 'orders:read')).toBe('none')
  })

  it('groups the catalogue by resource and leaves wildcards out', () => {
    const catalogue = ['users:read', '*', 'orders:*', 'orders:export'].map((name) => ({ name, description: '', builtIn: false, roles: [] }))
    expect(groups(catalogue).map(({ resource, rows }) => [resource, rows.length])).toEqual([['orders', 1], ['users', 1]])
  })

  it('adds and takes away', () => {
    expect(toggled(['b:b'], 'a:a')).toEqual(['a:a', 'b:b'])
    expect(toggled(['a:a', 'b:b'], 'a:a')).toEqual(['b:b'])
  })
})
