import { afterAll, expect, it } from 'vitest'
import { loadLocale } from '../src/i18n'
import { reasonText } from '../src/pages/operations/operations'

const WRONG = 'username must not contain spaces or control characters; email must be an e-mail address such as ann@example.com'

afterAll(() => loadLocale('en'))

it('names every field that is wrong in a row of a file, in the language of the console', async () => {
  await loadLocale('zh')
  expect(reasonText('row_refused', WRONG)).toMatch(/^用户名: .+; 邮箱: .+/)
  expect(reasonText('row_refused', 'That username is already in use')).toContain('用户名')
  await loadLocale('en')
  expect(reasonText('row_refused', WRONG)).toBe('Username: Must not contain spaces or control characters; E-mail: Must be an e-mail address such as ann@example.com')
})
