import { describe, expect, it } from 'vitest'
import { formatMessage, loadLocale, locale, t, type Messages } from '../src/i18n'
import { texts as en } from '../src/i18n/en'
import { pluralForms } from '../src/i18n/format'
import { LANGUAGES, matchLocale, type Locale } from '../src/i18n/languages'
import { EQUAL_TO_ENGLISH } from './equalToEnglish'

const codes = Object.keys(LANGUAGES) as Locale[]
const translations = codes.filter((code) => code !== 'en')
const catalogues = Object.fromEntries(await Promise.all(codes.map(async (code) => [code, (await LANGUAGES[code].load()).texts]))) as Record<Locale, Messages>
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

/** Compares a whole catalogue at once, so that a failure lists every text that is wrong. */
function keysWhere(code: Locale, isWrong: (text: string, english: string, key: string) => boolean): string[] {
  return Object.entries(en).flatMap(([key, english]) => (isWrong(catalogues[code][key as keyof Messages] ?? '', english, key) ? [key] : []))
}

describe.each(codes)('the texts in %s', (code) => {
  it('are complete, and none is superfluous', () => {
    expect(Object.keys(catalogues[code]).sort()).toEqual(Object.keys(en).sort())
  })

  it('are not empty, and have no space at their ends', () => {
    expect(keysWhere(code, (text, _, key) => !text || (text !== text.trim() && key !== 'common.comma'))).toEqual([])
  })

  it('have one plural form or all that the language has, where English has several', () => {
    const counts = [1, pluralForms(LANGUAGES[code].tag).length]
    expect(keysWhere(code, (text, english) => !counts.includes(text.split('|').length) || (text.includes('|') && !english.includes('{n}') && !english.includes('|')))).toEqual([])
  })
})

describe.each(translations)('the translation to %s', (code) => {
  it('uses the placeholders of the English texts', () => {
    expect(keysWhere(code, (text, english) => placeholders(text).join() !== placeholders(english).join())).toEqual([])
  })

  it('leaves no text in English that is not meant to be the same', () => {
    const permitted: string[] = [...EQUAL_TO_ENGLISH.all, ...(EQUAL_TO_ENGLISH[code] ?? [])]
    expect(keysWhere(code, (text, english, key) => text === english && !permitted.includes(key))).toEqual([])
  })
})

/** Words of which another one was chosen: an account, a user who may not sign in, a second factor and its codes each have one name. */
const OTHER_WORDS: Partial<Record<Locale, RegExp>> = {
  zh: /角色与权限|账号|停用.*(?:用户|Webhook)|第二重|双重验证|第二因素|第二步|恢复代码|电子邮件地址/,
  'zh-Hant': /帳戶|通行密鑰/,
}

it('uses one word for one thing, also on the hosted pages', () => {
  const hosted = Object.values(import.meta.glob<Record<string, string>>('../../src/doorward/features/hosted_pages/catalogues/zh.json', { import: 'default', eager: true }))[0]!
  expect(Object.keys(hosted).length).toBeGreaterThan(100)
  const texts = { zh: [...Object.values(catalogues.zh), ...Object.values(hosted)], 'zh-Hant': Object.values(catalogues['zh-Hant']) }
  expect(Object.entries(texts).flatMap(([code, list]) => list.filter((text) => OTHER_WORDS[code as Locale]!.test(text)))).toEqual([])
})

it('has no text that nothing shows', () => {
  const sources = import.meta.glob<string>(['../src/**/*.{vue,ts,json}', '!../src/i18n/*/*.ts'], { query: '?raw', import: 'default', eager: true })
  const quoted = new Set(Object.values(sources).flatMap((text) => text.match(/(?<=['"])[\w.-]+(?=['"])/g) ?? []))
  const composedPrefixes = ['error.', 'nav.', 'theme.', 'audit.action.', 'audit.detail.', 'audit.group.', 'audit.outcome.', 'permission.', 'mail.kind.', 'mail.state.', 'invitations.state.', 'texts.when.', 'claim.', 'strength.', 'factor.', 'proof.', 'roles.strengthHint.', 'roles.given.', 'user.section.', 'user.activity.', 'users.enabled', 'users.disabled', 'users.deleted', 'operations.action.', 'operations.state.', 'imports.what.', 'checklist.', 'system.job.', 'system.keyState.', 'system.keyPurpose.', 'system.damage.']
  const unused = Object.keys(en).filter((key) => !quoted.has(key) && !composedPrefixes.some((prefix) => key.startsWith(prefix)))
  expect(unused).toEqual([])
})

describe('formatting a message', () => {
  it('selects the singular or the plural form', () => {
    expect(formatMessage('{n} user|{n} users', { n: 1 }, 'en')).toBe('1 user')
    expect(formatMessage('{n} user|{n} users', { n: 0 }, 'en')).toBe('0 users')
    expect(formatMessage('{n} 个用户', { n: 1 }, 'zh-CN')).toBe('1 个用户')
  })

  it('selects the form that a language has for a number', () => {
    expect([0, 1, 2, 1_000_000].map((n) => formatMessage('one|other', { n }, 'fr'))).toEqual(['one', 'one', 'other', 'other'])
    expect([0, 1, 2, 3, 11, 100].map((n) => formatMessage('zero|one|two|few|many|other', { n }, 'ar'))).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
  })

  it('formats numbers for the language', () => {
    expect(formatMessage('{n} users', { n: 12345 }, 'en')).toBe('12,345 users')
  })
})

describe('the language', () => {
  it.each([
    [['zh-CN'], 'zh'],
    [['zh'], 'zh'],
    [['zh-Hans-HK'], 'zh'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-HK'], 'zh-Hant'],
    [['zh-Hant'], 'zh-Hant'],
    [['ja-JP', 'en'], 'ja'],
    [['xx', 'en-GB', 'zh-CN'], 'en'],
    [['xx'], undefined],
  ])('of a browser that asks for %s is %s', (tags, code) => {
    expect(matchLocale(tags)).toBe(code)
  })

  it('is the one that was chosen last, whichever arrives first', async () => {
    await Promise.all([loadLocale('zh'), loadLocale('en')])
    expect(locale.value).toBe('en')
    await loadLocale('zh')
    expect(t('common.cancel')).toBe('取消')
  })
})
