import { describe, expect, it } from 'vitest'
import { formatMessage } from '../src/i18n'
import { en } from '../src/i18n/en'
import { zh } from '../src/i18n/zh'

const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g))

describe('the message catalogues', () => {
  it('have the same keys', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort())
  })

  it('have no empty messages', () => {
    for (const catalogue of [en, zh]) {
      expect(Object.entries(catalogue).filter(([, text]) => !text.trim())).toEqual([])
    }
  })

  it('use the same placeholders', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(placeholders(zh[key]), key).toEqual(placeholders(en[key]))
    }
  })

  it('contain no unused keys', async () => {
    const sources = import.meta.glob('../src/**/*.{vue,ts}', { query: '?raw', import: 'default', eager: true })
    const text = Object.entries(sources)
      .filter(([path]) => !/i18n\/(en|zh)\//.test(path))
      .map(([, source]) => source)
      .join('\n')
    const composedPrefixes = ['error.', 'nav.', 'theme.', 'audit.action.', 'audit.group.', 'permission.', 'mail.kind.', 'mail.state.', 'invitations.state.', 'texts.when.', 'strength.', 'factor.', 'proof.', 'roles.strengthHint.', 'roles.given.', 'user.section.', 'user.activity.', 'users.enabled', 'users.disabled', 'users.deleted', 'operations.action.', 'operations.state.', 'imports.what.']
    const unused = Object.keys(en).filter((key) => !text.includes(`'${key}'`) && !composedPrefixes.some((prefix) => key.startsWith(prefix)))
    expect(unused).toEqual([])
  })
})

describe('formatting a message', () => {
  it('selects the singular or the plural form', () => {
    expect(formatMessage('{n} user|{n} users', { n: 1 }, 'en')).toBe('1 user')
    expect(formatMessage('{n} user|{n} users', { n: 0 }, 'en')).toBe('0 users')
    expect(formatMessage('{n} 个用户', { n: 1 }, 'zh-CN')).toBe('1 个用户')
  })

  it('formats numbers for the language', () => {
    expect(formatMessage('{n} users', { n: 12345 }, 'en')).toBe('12,345 users')
  })
})
