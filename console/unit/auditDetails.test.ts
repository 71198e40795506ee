import { expect, it } from 'vitest'
import { listChanges } from '../src/pages/audit/details'

it('separates changed fields from single values in an audit entry', () => {
  expect(listChanges({ changes: { name: ['Ann', 'Anna'], email: [null, 'a@example.com'], roles: [['user'], ['user', 'admin']] } })).toEqual([
    { field: 'name', before: 'Ann', after: 'Anna' },
    { field: 'email', before: '–', after: 'a@example.com' },
    { field: 'roles', before: 'user', after: 'user, admin' },
  ])
  expect(listChanges({ roles: ['user', 'admin'], status: 1 })).toEqual([
    { field: 'roles', before: null, after: 'user, admin' },
    { field: 'status', before: null, after: '1' },
  ])
})
