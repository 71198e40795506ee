import { expect, it } from 'vitest'
import { ApiError } from '../src/api/errors'
import { loadLocale } from '../src/i18n'
import { errorMessage, fieldErrorMessage, sendingError } from '../src/ui/errorMessages'
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

it.each([
  ['the server asks to try later: 451 4.7.1 Greylisted', '服务器要求稍后重试：451 4.7.1 Greylisted'],
  ['the server refuses the recipient: 550 5.1.1 No such user', '服务器拒绝了收件人：550 5.1.1 No such user'],
  ['mx.example.com:25 did not answer within 10 s', 'mx.example.com:25 未在 10 秒内响应'],
  ['the server did not answer within 10 s', '服务器未在 10 秒内响应'],
  ["mx.example.com:25: Error connecting to mx.example.com on port 25: [Errno 111] Connect call failed ('192.0.2.1', 25)", "无法连接 mx.example.com:25：[Errno 111] Connect call failed ('192.0.2.1', 25)"],
  ['the name of the host is unknown', '主机名无法解析'],
  ['answered 503', '接收方响应 503'],
  ['answered 302; redirects are not followed', '接收方响应 302。不会跟随重定向。'],
  ['the connection failed: it was closed without an answer', '连接被关闭，没有响应'],
  ['must not name a private or special address; 10.0.0.1 is one', '不能是私有或特殊地址'],
  ['mx.example.com:25: something that a library says', 'mx.example.com:25: something that a library says'],
  ['', ''],
])('translates why something was not delivered, “%s”, and leaves what the other server said', async (stored, translated) => {
  await loadLocale('zh')
  expect(sendingError(stored)).toBe(translated)
})

it('tells how long to wait in the unit of its length', () => {
  expect([1, 5, 90, 900, 7_000, 2_590_312].map((seconds) => waitingTime(seconds, 'en'))).toEqual(['in 1 second', 'in 5 seconds', 'in 2 minutes', 'in 15 minutes', 'in 2 hours', 'in 30 days'])
  expect([1, 90, 7_000, 2_590_312].map((seconds) => waitingTime(seconds, 'zh-CN'))).toEqual(['1 秒后', '2 分钟后', '2 小时后', '30 天后'])
})

it('names the permission that granting a role takes', () => {
  const error = new ApiError(403, 'role_not_held', 'You need the role', { required: 'roles:grant' })
  expect(errorMessage(error)).toContain('roles:grant')
})
