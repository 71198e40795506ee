import { expect, it } from 'vitest'
import { loadLocale } from '../src/i18n'
import { fieldName, listChanges, targetText } from '../src/pages/audit/details'

it('separates changed fields from single values in an audit entry', () => {
  expect(listChanges({ changes: { name: ['Ann', 'Anna'], email: [null, 'a@example.com'], roles: [['user'], ['user', 'admin']] } })).toEqual([
    { field: 'name', before: 'Ann', after: 'Anna' },
    { field: 'email', before: '–', after: 'a@example.com' },
    { field: 'roles', before: 'user', after: 'user, admin' },
  ])
  expect(listChanges({ roles: ['user', 'admin'], status: 1 })).toEqual([
    { field: 'roles', before: null, after: 'user, admin' },
    { field: 'status', before: null, after: 'Enabled' },
  ])
})

it('shows details in the language of the console where it has a text for them', async () => {
  await loadLocale('zh')
  const [status, reason, verified] = listChanges({ changes: { status: [1, 0] }, reason: 'invalid_credentials', emailVerified: true })
  expect(status).toEqual({ field: 'status', before: '已启用', after: '已禁用' })
  expect(reason?.after).toBe('用户名或密码错误。')
  expect(verified?.after).toBe('是')
  expect(['status', 'emailVerified', 'someDetail'].map(fieldName)).toEqual(['状态', '邮箱已验证', 'someDetail'])
  expect(targetText({ target: 'operation:7', targetName: 'users end_sessions' })).toBe('结束会话')
  expect(targetText({ target: 'operation:8', targetName: 'import check' })).toBe('导入检查')
  expect(targetText({ target: 'operation:8', targetName: 'users of May.csv' })).toBe('users of May.csv')
  await loadLocale('en')
})

it('shows an unknown user instead of the digest of what was typed', () => {
  expect(targetText({ target: 'username:3f2a', targetName: '' })).toBe('Unknown user')
  expect(targetText({ target: 'user:7', targetName: 'ann' })).toBe('ann')
  expect(targetText({ target: 'user:7', targetName: '' })).toBe('user:7')
  expect(targetText({ target: '', targetName: '' })).toBe('–')
})
