import { afterAll, expect, it } from 'vitest'
import { loadLocale, t } from '../src/i18n'
import { fileErrorText, reasonText } from '../src/pages/operations/operations'

const WRONG = 'username must not contain spaces or control characters; email must be an e-mail address such as ann@example.com'

afterAll(() => loadLocale('en'))

it('names every field that is wrong in a row of a file, in the language of the console', async () => {
  await loadLocale('zh')
  expect(reasonText('row_refused', WRONG)).toBe('用户名：不得包含空格或控制字符；邮箱：须为邮箱地址，例如 ann@example.com')
  expect(reasonText('username_taken', 'That username is already in use')).toContain('用户名')
  expect(reasonText('beyond_own_rights', "You can't grant permissions that you don't have (orders:export)")).toContain('orders:export')
  await loadLocale('en')
  expect(reasonText('row_refused', WRONG)).toBe('Username: Must not contain spaces or control characters; E-mail: Must be an e-mail address such as ann@example.com')
})

const ROWS = ['username is missing', 'The row has 3 cells, the header has 5', 'password is one of the most common passwords; choose another', 'Creating users takes the permission users:create', 'The row cannot be read: line 1, column 2']
const FILES = [
  'The file is not text: save it as UTF-8',
  'The file is empty',
  'The file holds no users',
  "The file has no column username in its first line, which has '登录名', 'UTF-8'",
  'The file is in a format that is not recognised; name its format',
  'The file is in a format that is not recognised: a table of users has a column username, and its first line has nothing; name its format',
  'The file is larger than 64 MiB: save it as CSV',
  'The file takes too much time or memory to read; convert it to CSV or JSON Lines',
  'The file is not an Excel workbook: File is not a zip file',
]

it('leaves no English in what is wrong with a file or a row of it', async () => {
  await loadLocale('zh')
  const texts = [...ROWS.map((message) => reasonText('row_refused', message)), ...FILES.map(fileErrorText)]
  expect(texts.filter((text) => /[a-z]{3,} [a-z]{2,}/i.test(text))).toEqual([])
  expect(reasonText('row_refused', ROWS[2])).toBe('密码：该密码过于常见，请换一个')
  expect(new Set(FILES.map(fileErrorText)).size).toBe(7)
  await loadLocale('en')
  expect(fileErrorText(FILES[0]!)).toBe(FILES[0])
})

const COLUMNS: [string, string][] = [
  ['status must be 0 or 1', '状态：须为 1（启用）或 0（禁用）'],
  ['createdAt must be a date and time such as 2026-01-31T12:00:00.000Z, or milliseconds since 1970 such as 1769860800000', 'createdAt：须为时间（例如 2026-01-31T12:00:00Z）或日期'],
  ['mustChangePassword must be true or false; emailVerified must be true or false', 'mustChangePassword：须为 true 或 false；emailVerified：须为 true 或 false'],
  ['password is given together with passwordHash; keep one of them', '密码：不能与 passwordHash 同时填写，请只保留其中一项'],
  ['The row cannot be read: secondFactors must be a JSON list', 'secondFactors：须为 JSON 列表'],
  ['The row is not UTF-8 in name; save the file as UTF-8', 'name 列不是 UTF-8 编码，请将文件另存为 UTF-8'],
  ['username also occurs in an earlier row of the file', '用户名：与文件中前面的某一行重复'],
  ["roles: has '经理', which is not a role", '角色“经理”不存在'],
]

it.each(COLUMNS)('names the column and what it may hold: “%s”', async (message, chinese) => {
  await loadLocale('zh')
  expect(reasonText('row_refused', message)).toBe(chinese)
  for (const code of ['zh-Hant', 'ja', 'de', 'fr', 'es', 'ar'] as const) {
    await loadLocale(code)
    expect(reasonText('row_refused', message)).not.toMatch(/must be|is not a|date and time|earlier row/)
  }
})

it('says which headings a table has, and which one it needs', async () => {
  const table = "The file is in a format that is not recognised: a table of users has a column username, and its first line has '登录名', 'e-mail'; name its format"
  for (const code of ['zh', 'zh-Hant', 'ja', 'de', 'fr', 'es', 'ar', 'en'] as const) {
    await loadLocale(code)
    for (const message of [table, "The file has no column username in its first line, which has '登录名', 'e-mail'"]) {
      expect(fileErrorText(message)).toContain(t('fileError.headings', { first: t('fileError.heading', { text: '登录名' }), second: t('fileError.heading', { text: 'e-mail' }) }))
      expect(fileErrorText(message)).toContain('username')
      expect(fileErrorText(message)).not.toMatch(/name its format|recognised/)
    }
  }
})
