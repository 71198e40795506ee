import { describe, expect, it } from 'vitest'
import { fill } from '../src/i18n'
import { en } from '../src/i18n/en'
import { zh } from '../src/i18n/zh'

const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g))

describe('the catalogues', () => {
  it('have words for the same things', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort())
  })

  it('have something to say everywhere', () => {
    for (const catalogue of [en, zh]) {
      expect(Object.entries(catalogue).filter(([, text]) => !text.trim())).toEqual([])
    }
  })

  it('speak of the same values', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(placeholders(zh[key]), key).toEqual(placeholders(en[key]))
    }
  })

  it('are in use, every word of them', async () => {
    const sources = import.meta.glob('../src/**/*.{vue,ts}', { query: '?raw', import: 'default', eager: true })
    const text = Object.entries(sources)
      .filter(([path]) => !/i18n\/(en|zh)\.ts$/.test(path))
      .map(([, source]) => source)
      .join('\n')
    const built = ['fault.', 'nav.', 'theme.', 'audit.action.', 'audit.group.', 'users.enabled', 'users.disabled', 'users.deleted']
    const unused = Object.keys(en).filter((key) => !text.includes(`'${key}'`) && !built.some((prefix) => key.startsWith(prefix)))
    expect(unused).toEqual([])
  })
})

describe('filling in', () => {
  it('chooses the form for one and for many', () => {
    expect(fill('{n} user|{n} users', { n: 1 }, 'en')).toBe('1 user')
    expect(fill('{n} user|{n} users', { n: 0 }, 'en')).toBe('0 users')
    expect(fill('{n} 个用户', { n: 1 }, 'zh-CN')).toBe('1 个用户')
  })

  it('writes numbers as the language does', () => {
    expect(fill('{n} users', { n: 12345 }, 'en')).toBe('12,345 users')
  })
})
