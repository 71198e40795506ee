import { afterAll, expect, it } from 'vitest'
import { loadLocale } from '../src/i18n'
import { exactTime, relativeTime } from '../src/i18n/dates'
import { deviceName } from '../src/ui/deviceName'

afterAll(() => loadLocale('en'))

it('writes the time zone after the time, also in Chinese', async () => {
  for (const code of ['en', 'zh', 'zh-Hant', 'ja'] as const) {
    await loadLocale(code)
    expect(exactTime('2026-11-17T14:09:32Z')).toMatch(/\d{2}:\d{2}:\d{2}(?: [AP]M)? \S+$/)
  }
})

it('says of the last minute that it was just now, and of the next one that it is soon', async () => {
  const now = Date.parse('2026-11-17T14:00:00Z')
  await loadLocale('zh')
  expect(['2026-11-17T13:59:30Z', '2026-11-17T14:00:30Z', '2026-11-17T13:55:00Z'].map((iso) => relativeTime(iso, now))).toEqual(['刚刚', '即将', '5分钟前'])
})

it('names devices in the language of the console', async () => {
  await loadLocale('zh')
  expect(['Chrome on Linux', 'Samsung Internet on Android', 'curl', ''].map(deviceName)).toEqual(['Linux · Chrome', 'Android · Samsung Internet', 'curl', '未知设备'])
})

it('rounds what is to come, so that a key for 90 days does not seem to end in two months, and counts whole units that have passed', async () => {
  const now = Date.parse('2026-11-17T12:00:00Z')
  await loadLocale('en')
  const after = (days: number) => relativeTime(new Date(now + days * 86_400_000).toISOString(), now)
  expect([90, 6.999, -1.9, -59].map(after)).toEqual(['in 3 months', 'in 7 days', 'yesterday', 'last month'])
})
