/** The library in a real browser: several tabs, with Web Locks and without. */
import type { BrowserContext, Page } from '@playwright/test'
import type { Client } from '../src/index.js'
import { counting, DOORWARD, expect, PAGES, PASSWORD, test } from './support.js'

declare global {
  interface Window {
    client: Client
  }
}

const WAYS = [
  { way: 'the cookie and Web Locks', locks: true, options: {} },
  { way: 'the cookie, without Web Locks', locks: false, options: {} },
  { way: 'tokens of another origin', locks: true, options: { url: DOORWARD } },
  { way: 'tokens of another origin, without Web Locks', locks: false, options: { url: DOORWARD } },
]

async function open(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(PAGES.blank)
  await page.waitForFunction(() => 'client' in window)
  return page
}

for (const { way, locks, options } of WAYS) {
  test.describe(way, () => {
    test.beforeEach(async ({ context }) => {
      await context.addInitScript(
        ({ locks, options }) => {
          // As on a page without TLS.
          if (!locks) Object.defineProperty(navigator, 'locks', { value: undefined })
          sessionStorage.setItem('options', JSON.stringify(options))
        },
        { locks, options },
      )
    })

    /** Catches a token manager that refreshes without the lock, or without asking the other tabs. */
    test('three tabs with fifty refused requests each refresh once', async ({ api, context }) => {
      const { username } = await api.user('tabs')
      const tabs = [await open(context), await open(context), await open(context)]
      await tabs[0]!.evaluate((body) => window.client.signIn(body), { username, password: PASSWORD })
      const token = await tabs[0]!.evaluate(() => window.client.token())
      for (const tab of tabs) expect(await tab.evaluate(() => window.client.token())).toBe(token)
      const refreshes = counting(context, '/api/auth/refresh')
      const renewed = await Promise.all(tabs.map((tab) => tab.evaluate((token) => Promise.all(Array.from({ length: 50 }, () => window.client.token(token))), token)))
      expect(new Set(renewed.flat()).size).toBe(1)
      expect(renewed[0]![0]).not.toBe(token)
      expect(refreshes()).toBe(1)
    })

    test('a sign-out counts in all tabs, and a sign-in too', async ({ api, context }) => {
      const [ann, bob] = [await api.user('ann'), await api.user('bob')]
      const [one, two] = [await open(context), await open(context)]
      const signIn = (tab: Page, username: string) => tab.evaluate((body) => window.client.signIn(body), { username, password: PASSWORD })
      const seen = (tab: Page) => tab.evaluate(() => window.client.state.user?.username ?? window.client.state.status)
      await two.evaluate(() => window.client.restore())
      await signIn(one, ann.username)
      await expect.poll(() => seen(two)).toBe(ann.username)
      await two.evaluate(() => window.client.signOut())
      await expect.poll(() => seen(one)).toBe('signed-out')
      await signIn(two, bob.username)
      await expect.poll(() => seen(one)).toBe(bob.username)
    })
  })
}

test('a lost connection is no sign-out, and a sign-out without one is made up for at the next visit', async ({ api, context }) => {
  const { username } = await api.user('offline')
  const page = await open(context)
  await page.evaluate((body) => window.client.signIn(body), { username, password: PASSWORD })
  await context.route('**/api/**', (route) => route.abort())
  const reason = await page.evaluate(async () => window.client.token(await window.client.token()).catch((error) => error.reason))
  expect(reason).toBe('unreachable')
  expect(await page.evaluate(() => window.client.state.status)).toBe('signed-in')
  expect(await page.evaluate(() => window.client.signOut())).toBe(false)
  expect(await context.cookies()).toHaveLength(1)
  await context.unroute('**/api/**')
  await page.reload()
  await page.waitForFunction(() => 'client' in window)
  expect(await page.evaluate(() => window.client.restore())).toBe(null)
  expect(await context.cookies()).toHaveLength(0)
})

test('a page of another origin can use tokens only', async ({ context }) => {
  const page = await open(context)
  const message = await page.evaluate(
    (url) => {
      try {
        ;(window as unknown as { library: { createClient(options: object): unknown } }).library.createClient({ url, mode: 'cookie' })
      } catch (error) {
        return (error as Error).message
      }
    },
    DOORWARD,
  )
  expect(message).toContain('use a proxy')
})
