import { confusableWith, expect, seriousViolations, test } from './support'

const ALL_PAGES = ['/', '/users', '/users?keyword=no-such-user', '/users/new', '/users/invite', '/invitations', '/mail', '/mail/texts', '/mail/texts/password_reset/en', '/branding', '/users/1#sessions', '/roles', '/roles/new', '/audit', '/account', '/no-such-page']
const MAIN_PAGES = ['/', '/users', '/users/1', '/users/invite', '/invitations', '/mail', '/mail/texts', '/mail/texts/password_reset/zh', '/branding', '/roles', '/audit', '/account']
const VARIANTS = [
  { variant: 'light', pages: ALL_PAGES, options: { colorScheme: 'light' as const } },
  { variant: 'dark, in Chinese', pages: MAIN_PAGES, options: { colorScheme: 'dark' as const, chinese: true } },
  { variant: 'narrow', pages: MAIN_PAGES, options: { colorScheme: 'light' as const, viewport: { width: 360, height: 740 } } },
]

for (const { variant, pages, options } of VARIANTS) {
  test(`axe finds no serious violation on any page, and no page scrolls sideways: ${variant}`, async ({ open }) => {
    test.setTimeout(180_000)
    const signInPage = await open('/sign-in', { as: null, ...options })
    expect(await seriousViolations(signInPage)).toEqual([])
    const page = await open('/account', options)
    await confusableWith(page, { id: 1, username: 'adrnin', status: 1 })
    for (const path of pages) {
      await page.goto(`/console${path}`)
      expect(await seriousViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), path).toBe(0)
    }
  })
}
