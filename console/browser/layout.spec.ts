/**
 * Every page at every width, with names, addresses and roles that are longer than usual, and with none. Positions are measured rather
 * than compared with pictures. `DOORWARD_TEST_LAYOUT_IMAGES` names a folder for pictures of all.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { addressOf, EMPTY_PAGES, PAGES, prepare } from './pages'
import { expect, settled, test } from './support'

const WIDTHS = [360, 768, 861, 1024, 1440, 1920]
const LANGUAGES = { en: 'English', zh: 'Chinese', ar: 'Arabic' }
/** Tests that share the pages of a language, so that workers can. */
const PARTS = 5
/** A text that is cut shows at least this much of itself, in pixels: about eight letters. */
const READABLE = 56
const PORT = Number(process.env.DOORWARD_TEST_PORT)

// Other tests of this service create few users, and no roles: lists stay as they are while they are measured.
test.use({ baseURL: `http://127.0.0.1:${PORT + 1}` })

/** What is wrong with the layout: a heading or current tab that is out of sight, sideways scrolling, text that sticks out of its card, text that is cut to a few letters. */
async function problems(readable: number): Promise<string[]> {
  // The table finds out which columns fit in an observer, which runs before the next picture.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const found: string[] = []
  const shown = (element: Element) => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${(element.textContent ?? '').trim().slice(0, 40)}”`
  // Read once per element: most are around many others.
  const outlines = new Map<Element, { clips: boolean; holds: boolean; edge: DOMRect | null }>()
  const outline = (element: Element) => {
    const known = outlines.get(element)
    if (known) return known
    const clips = getComputedStyle(element).overflowX !== 'visible'
    const holds = element.matches('.card, .panel, .dialog, td, th, main')
    const made = { clips, holds, edge: clips || holds ? element.getBoundingClientRect() : null }
    outlines.set(element, made)
    return made
  }
  const range = document.createRange()
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`)
  for (const row of document.querySelectorAll('tr')) {
    const repeated = row.querySelector('.narrow-only')
    if (repeated?.checkVisibility() && row.querySelector('.wide-only')?.checkVisibility()) found.push(`stands beside its column: ${shown(repeated)}`)
  }
  const root = document.querySelector('[role=dialog]') ?? document.body
  // The heading says where one is, and so do the current tab and the current entry of the navigation.
  const heading = root.querySelector(root === document.body ? 'h1' : 'h2')
  // Not tabs further down. On a phone the navigation leaves out the account, which is in the bar at the top.
  const current = [...root.querySelectorAll('.scroller .tab[aria-current], .panel .tab[data-state=active], .nav [aria-current=page]')].filter((element) => element.checkVisibility())
  for (const [element, what] of [[heading, 'heading'], ...current.map((element) => [element, 'current tab'] as const)] as const) {
    const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect()
    const line = element?.closest('.tab-list')?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
    const inSight = right > left && top >= 0 && bottom <= innerHeight && left >= Math.max(line.left, 0) - 1 && right <= Math.min(line.right, innerWidth) + 1
    if (!element || !inSight || !element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) found.push(`the ${what} is out of sight: ${element && shown(element)}`)
  }
  for (const element of root.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden, svg, [aria-hidden=true], iframe, option')) continue
    const style = getComputedStyle(element)
    // The matrix of permissions and tabs are made to scroll within themselves; tabs keep the current one in sight.
    const scrolls = /auto|scroll/.test(style.overflowX)
    if (scrolls && element.scrollWidth > element.clientWidth + 1 && !element.closest('pre, textarea, .matrix-scroll, .scroller')) found.push(`scrolls sideways: ${shown(element)}`)
    // Its own text alone: what is within other elements is measured with those, which may cut it.
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim())
    if (!texts.length) continue
    if (style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1 && element.clientWidth < readable) found.push(`cut to ${element.clientWidth} px: ${shown(element)}`)
    const boxes = texts.map((node) => (range.selectNodeContents(node), range.getBoundingClientRect()))
    let [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))]
    for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement) {
      const { clips, holds, edge } = outline(outer)
      if (clips) [left, right] = [Math.max(left, edge!.left), Math.min(right, edge!.right)]
      if (holds && (right > edge!.right + 1 || left < edge!.left - 1)) {
        found.push(`sticks out of its ${outer.className || outer.tagName}: ${shown(element)}`)
        break
      }
    }
  }
  return found
}

/** Opens pages in a language, and returns what is wrong with them at any width. */
async function measure(page: Page, language: string, addresses: string[], name: string): Promise<string> {
  const found: string[] = []
  for (const [n, address] of addresses.entries()) {
    await page.goto(address)
    await settled(page)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      found.push(...(await page.evaluate(problems, READABLE)).map((problem) => `${address}, ${width} px: ${problem}`))
      if (process.env.DOORWARD_TEST_LAYOUT_IMAGES) await page.screenshot({ path: join(process.env.DOORWARD_TEST_LAYOUT_IMAGES, `${language}-${name}-${n}-${width}.png`) })
    }
  }
  return found.join('\n')
}

for (const [language, inLanguage] of Object.entries(LANGUAGES)) {
  test.describe(`in ${inLanguage}`, () => {
    test.setTimeout(180_000)

    for (let part = 0; part < PARTS; part++) {
      test(`no page scrolls sideways, cuts text to a few letters or lets it stick out, at any width: part ${part + 1}`, async ({ open, api }) => {
        const ids = await prepare(api)
        const page = await open('/account', { language, reducedMotion: 'reduce' })
        const addresses = PAGES.filter((_, n) => n % PARTS === part).map((path) => addressOf(path, ids))
        expect(await measure(page, language, addresses, String(part))).toBe('')
      })
    }

    test.describe('on a new service', () => {
      // The one for the pictures of the documentation: it has users, and nothing else.
      test.use({ baseURL: `http://127.0.0.1:${PORT + 2}` })

      test('neither do empty lists and the sign-in page, at any width', async ({ open }) => {
        const page = await open('/account', { language, reducedMotion: 'reduce' })
        const addresses = EMPTY_PAGES.map((path) => `/console${path}`)
        expect(await measure(page, language, addresses, 'empty')).toBe('')
        for (const address of addresses) {
          await page.goto(address)
          await expect(page.locator('.empty')).toBeVisible()
        }
        const outside = await open('/sign-in', { as: null, language, reducedMotion: 'reduce' })
        expect(await measure(outside, language, ['/console/sign-in'], 'sign-in')).toBe('')
      })
    })
  })
}

test('the list of users does not shift while it loads', async ({ open }) => {
  const page = await open('/account')
  await page.addInitScript(() => {
    const store = window as unknown as { shifted: number }
    store.shifted = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (store.shifted += (entry as unknown as { value: number }).value))).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/api/users?*', async (route) => (await new Promise((resolve) => setTimeout(resolve, 300)), route.continue()))
  await page.goto('/console/users')
  await settled(page)
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.01)
})
