import { expect, it } from 'vitest'
import { changes } from '../src/pages/audit/details'

it('tells changes from facts in an entry of the audit trail', () => {
  expect(changes({ changes: { name: ['Ann', 'Anna'], email: [null, 'a@example.com'], roles: [['user'], ['user', 'admin']] } })).toEqual([
    { field: 'name', before: 'Ann', after: 'Anna' },
    { field: 'email', before: '–', after: 'a@example.com' },
    { field: 'roles', before: 'user', after: 'user, admin' },
  ])
  expect(changes({ roles: ['user', 'admin'], status: 1 })).toEqual([
    { field: 'roles', before: null, after: 'user, admin' },
    { field: 'status', before: null, after: '1' },
  ])
})
