import axe from 'axe-core'
import type { Page } from '@playwright/test'
import { expect, settled, test } from './support'

/** The serious findings of axe on a page. Run by the debugger, so that the content security policy stays in force. */
async function findings(page: Page): Promise<string[]> {
  await settled(page)
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] })
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    return serious.map(({ id, nodes }) => `${location.pathname}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

const EVERY = ['/', '/users', '/users?keyword=nobody-at-all', '/users/new', '/users/1#sessions', '/roles', '/roles/new', '/audit', '/account', '/nothing-here']
const MAIN = ['/', '/users', '/users/1', '/roles', '/audit', '/account']
const LOOKS = [
  { look: 'light', pages: EVERY, options: { colorScheme: 'light' as const } },
  { look: 'dark, in Chinese', pages: MAIN, options: { colorScheme: 'dark' as const, chinese: true } },
  { look: 'narrow', pages: MAIN, options: { colorScheme: 'light' as const, viewport: { width: 390, height: 844 } } },
]

for (const { look, pages, options } of LOOKS) {
  test(`axe has no serious finding on any page, and nothing sticks out: ${look}`, async ({ open }) => {
    test.slow()
    const outside = await open('/sign-in', { as: null, ...options })
    expect(await findings(outside)).toEqual([])
    const page = await open('/account', options)
    for (const path of pages) {
      await page.goto(`/console${path}`)
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), path).toBe(0)
    }
  })
}
