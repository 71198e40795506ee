import { expect, it } from 'vitest'
import { ApiError } from '../src/api/errors'
import { loadLocale } from '../src/i18n'
import { errorMessage, fieldErrorMessage } from '../src/ui/errorMessages'
import { waitingTime } from '../src/i18n/format'

it.each([
  ['must have at most 100 entries', '最多 100 项'],
  ['must name at most 50 roles', '最多 50 项'],
  ['must have at most 64 characters', '最多 64 个字符'],
  ['must not contain invisible characters', '不得包含不可见字符'],
  ['must not contain control characters', '不得包含控制字符'],
  ['must not have more than 8 combining marks in a row', '连续的组合符号不得超过 8 个'],
  ['must have a character that can be seen', '须包含可见字符'],
  ["has '{nmae}', which is no placeholder of this mail (did you mean {name}?); it has {name}, {link}", '包含此邮件没有的占位符。可用的占位符：{name}, {link}'],
])('translates the field error “%s”', async (message, translated) => {
  expect(fieldErrorMessage({ field: 'username', message })).toBe(message.charAt(0).toUpperCase() + message.slice(1))
  await loadLocale('zh')
  expect(fieldErrorMessage({ field: 'username', message })).toBe(translated)
})

it('tells how long to wait in the unit of its length', () => {
  expect([1, 5, 90, 900, 7_000, 2_590_312].map((seconds) => waitingTime(seconds, 'en'))).toEqual(['in 1 second', 'in 5 seconds', 'in 2 minutes', 'in 15 minutes', 'in 2 hours', 'in 30 days'])
})

it('names the permission that granting a role takes', () => {
  const error = new ApiError(403, 'role_not_held', 'You need the role', { required: 'roles:grant' })
  expect(errorMessage(error)).toContain('roles:grant')
})
