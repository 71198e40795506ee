/** axe on every page, in light and dark, at three widths, each in another language. */
import type { VNode } from 'vue'
import { addressOf, PAGES, prepare } from './pages'
import { confusableWith, expect, sidewaysScroll, test, unique, violationsInBothThemes } from './support'

const VARIANTS = {
  '1280 px, in English': { language: 'en', viewport: { width: 1280, height: 800 } },
  '768 px, in Arabic': { language: 'ar', viewport: { width: 768, height: 1024 } },
  '360 px, in Chinese': { language: 'zh', viewport: { width: 360, height: 740 } },
}
/** Tests that share the pages of a variant, so that workers can. */
const PARTS = 8

for (const [variant, options] of Object.entries(VARIANTS))
  for (let part = 0; part < PARTS; part++)
    test(`axe finds nothing on any page, and no page scrolls sideways: ${variant}, part ${part + 1}`, async ({ open, api }) => {
      test.setTimeout(180_000)
      const ids = await prepare(api)
      // Colours that change slowly would be checked in between.
      const page = await open('/account', { ...options, reducedMotion: 'reduce' })
      await confusableWith(page, { id: 1, username: 'adrnin', status: 1 })
      const found: string[] = []
      for (const path of PAGES.filter((_, n) => n % PARTS === part)) {
        await page.goto(addressOf(path, ids))
        found.push(...(await violationsInBothThemes(page)))
        const sideways = await sidewaysScroll(page)
        if (sideways) found.push(`${path} is ${sideways} px too wide`)
      }
      expect(found.join('\n')).toBe('')
    })

test('axe finds nothing on the sign-in page', async ({ open }) => {
  for (const options of Object.values(VARIANTS)) expect(await violationsInBothThemes(await open('/sign-in', { as: null, ...options, reducedMotion: 'reduce' }))).toEqual([])
})

test('axe finds nothing on a page that the user may not open', async ({ open, api }) => {
  const { username } = await api.user({ username: unique('plain') })
  for (const options of Object.values(VARIANTS)) expect(await violationsInBothThemes(await open('/operations', { as: username, ...options, reducedMotion: 'reduce' }))).toEqual([])
})

test('the pages that tests open are all that there are', async ({ open }) => {
  const page = await open('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const addresses = PAGES.map((path) => path.replace(/\{\w+\}/, '1'))
  const missing = await page.evaluate((addresses) => {
    const root = document.querySelector('#app') as unknown as { _vnode: VNode }
    const router = root._vnode.appContext!.config.globalProperties.$router
    const opened = new Set(addresses.map((address) => router.resolve(address).name))
    return router.getRoutes().map(({ name }) => name).filter((name) => !opened.has(name))
  }, addresses)
  // These two have tests of their own.
  expect(missing.map(String).toSorted()).toEqual(['no-access', 'sign-in'])
})
