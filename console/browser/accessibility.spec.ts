import { confusableWith, expect, sidewaysScroll, test, violationsInBothThemes } from './support'

const ALL_PAGES = ['/', '/users', '/users?keyword=no-such-user', '/users/new', '/users/invite', '/users/import', '/operations', '/invitations', '/mail', '/mail/texts', '/mail/texts/password_reset/en', '/branding', '/system', '/users/1#sessions', '/users/1#security', '/users/1/overview', '/users/1/profile', '/users/1/access', '/users/1/security', '/users/1/activity', '/users/987654321/overview', '/services/accounts/new', '/services/webhooks/new', '/roles', '/roles/new', '/audit', '/account', '/developers', '/no-such-page']
const MAIN_PAGES = ['/', '/users', '/users/1', '/users/1/overview', '/users/1/access', '/users/1/security', '/users/invite', '/users/import', '/operations', '/invitations', '/mail', '/mail/texts', '/mail/texts/password_reset/zh', '/branding', '/system', '/services/accounts/new', '/services/webhooks/new', '/roles', '/audit', '/account', '/developers']
const NARROW = { width: 360, height: 740 }
const VARIANTS = [
  { variant: 'in English', pages: ALL_PAGES, options: {} },
  { variant: 'narrow, in Chinese', pages: MAIN_PAGES, options: { chinese: true, viewport: NARROW } },
]

/** Tests that share the pages of a variant, so that workers can. */
const PARTS = 4

for (const { variant, pages, options } of VARIANTS)
  for (let part = 0; part < PARTS; part++)
    test(`axe finds no serious violation on any page, and no page scrolls sideways: ${variant}, part ${part + 1}`, async ({ open }) => {
      // Colours that change slowly would be checked in between.
      const page = await open('/account', { ...options, reducedMotion: 'reduce' })
      const size = page.viewportSize()!
      await confusableWith(page, { id: 1, username: 'adrnin', status: 1 })
      for (const path of pages.filter((_, n) => n % PARTS === part)) {
        await page.goto(`/console${path}`)
        expect(await violationsInBothThemes(page)).toEqual([])
        expect(await sidewaysScroll(page), path).toBe(0)
        if (size.width === NARROW.width) continue
        await page.setViewportSize(NARROW)
        await expect.poll(() => sidewaysScroll(page), { message: `${path}, narrow` }).toBe(0)
        await page.setViewportSize(size)
      }
    })

test('axe finds no serious violation on the sign-in page', async ({ open }) => {
  for (const { options } of VARIANTS) expect(await violationsInBothThemes(await open('/sign-in', { as: null, ...options, reducedMotion: 'reduce' }))).toEqual([])
})
