import { expect, it } from 'vitest'
import { loadLocale } from '../src/i18n'
import { actorText, fieldName, impersonatorText, listChanges, targetText } from '../src/pages/audit/details'

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
  expect(['status', 'emailVerified', 'someDetail'].map((field) => fieldName(field))).toEqual(['状态', '邮箱已验证', 'someDetail'])
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

it('shows objects, codes and times of details readably', async () => {
  const zone = process.env.TZ
  process.env.TZ = 'Asia/Shanghai'
  await loadLocale('zh')
  const shown = (details: Record<string, unknown>, action = '') => listChanges(details, action).map(({ after }) => after)
  expect(shown({ impersonator: { id: 1, name: 'admin' }, apiKey: { id: 7, name: 'sync' } })).toEqual(['admin (1)', 'sync (7)'])
  expect(shown({ filter: { keyword: 'ann', created_from: Date.UTC(2026, 10, 17, 16), status: 1 } })[0]).toMatch(/^搜索词.ann.+创建时间从.2026年11月18日 00:00:00 GMT\+8.+状态.已启用$/)
  expect(shown({ columns: ['username', 'name'], format: 'csv' })).toEqual(['用户名，姓名', 'CSV'])
  expect(shown({ outcome: 'mailed', purpose: 'access', requiredStrength: 'password', type: 'totp' })).toEqual(['已发送邮件', '访问令牌', '密码', '身份验证器应用'])
  expect(shown({ expiresAt: '2026-11-17T18:24:00.000Z' })).toEqual(['2026年11月18日 02:24:00 GMT+8'])
  expect([shown({ state: 'queued' }, 'mail.read'), shown({ state: 'queued' }, 'operation.created')]).toEqual([['排队中'], ['等待中']])
  expect([fieldName('name', 'user.updated'), fieldName('name', 'role.updated')]).toEqual(['姓名', '名称'])
  expect([targetText({ target: 'invitation:5', targetName: '' }), targetText({ target: 'users', targetName: '' })]).toEqual(['邀请 5', '用户'])
  await loadLocale('en')
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it('names the administrator who acted as the actor of an entry', () => {
  const entry = { actor: 'user:5', actorName: 'ann', details: { impersonator: { id: 1, name: 'admin' } } }
  expect(impersonatorText(entry)).toBe('admin acts as the user')
  expect(actorText(entry)).toBe('ann: admin acts as the user')
  expect([impersonatorText({ details: {} }), actorText({ ...entry, details: {} })]).toEqual(['', 'ann'])
})
