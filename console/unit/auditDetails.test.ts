import { expect, it } from 'vitest'
import { listChanges, targetText } from '../src/pages/audit/details'

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

it('shows an unknown user instead of the digest of what was typed', () => {
  expect(targetText({ target: 'username:3f2a', targetName: '' })).toBe('Unknown user')
  expect(targetText({ target: 'user:7', targetName: 'ann' })).toBe('ann')
  expect(targetText({ target: 'user:7', targetName: '' })).toBe('user:7')
  expect(targetText({ target: '', targetName: '' })).toBe('–')
})
