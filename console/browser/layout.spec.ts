/**
 * Every page at every width, with names, addresses and roles that are longer than usual, and with none. Positions are measured rather
 * than compared with pictures. A new page is a new line in `PAGES`. `DOORWARD_TEST_LAYOUT_IMAGES` names a
 * folder for pictures of all.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Api, expect, settled, test } from './support'

const WIDTHS = [360, 768, 861, 1024, 1440, 1920]
const PAGES = [
  '/',
  '/users',
  '/users?columns=id,username,email,phone,roles,status,lastLogin,created,updated&density=compact',
  '/users?keyword=no-such-user',
  '/users/import',
  '/users/invite',
  '/users/{long}',
  '/users/{long}/overview',
  '/users/{long}/profile',
  '/users/{long}/access',
  '/operations',
  '/invitations',
  '/invitations?state=expired',
  '/roles',
  '/roles/{role}',
  '/services/accounts',
  '/services/webhooks',
  '/audit',
  '/mail',
  '/mail?recipient=no-such-recipient',
  '/mail/texts',
  '/branding',
  '/system',
  '/account',
  '/developers',
]
/** A text that is cut shows at least this much of itself, in pixels: about eight letters. */
const READABLE = 56

/** Shared with a test of pictures, which creates one more user. */
test.use({ baseURL: `http://127.0.0.1:${Number(process.env.DOORWARD_TEST_PORT) + 1}` })

const LONG_ROLE = 'Regional-Coordinators-for-Northern-Europe-and-the-Baltics'
const ROLES = [LONG_ROLE, 'auditors-of-everything', 'support', 'editors', '仓库管理员']

async function prepare(api: Api): Promise<Record<string, number>> {
  const description = 'What people with this role may do, in all systems of the company and all of its subsidiaries, and for which reason'
  const roles: number[] = []
  for (const name of ROLES) roles.push((await api.call('POST', '/api/roles', { name, description, permissions: ['users:read', 'orders:export-to-an-external-warehouse'] })).data.id)
  const users = [
    ['hubert', 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff of Philadelphia', 'hubert.blaine.wolfeschlegelsteinhausenbergerdorff@subdivision.example.com', ROLES],
    ['mei.lin', '林美丽与她的非常非常长的中文名字以及其他称呼', 'mei.lin@example.com', ['仓库管理员']],
    ['fatima', 'فاطمة الزهراء بنت محمد بن عبد الرحمن القرطبية الأندلسية', null, []],
    ['w'.repeat(64), 'W'.repeat(100), 'w@example.com', [LONG_ROLE]],
  ] as const
  const created: number[] = []
  for (const [username, name, email, roles] of users) created.push((await api.user({ username, name, email, roles, phone: '+49 30 1234567890' })).id)
  const long = created[0]!
  await api.call('POST', '/api/invitations', { email: 'a.very.long.address.of.a.person.who.is.invited@subdivision.example.com', name: users[0][1], roles: ROLES })
  await api.call('POST', '/api/operations', { action: 'end_sessions', users: [long] })
  return { long, role: roles[0]! }
}

/** What is wrong with the layout: sideways scrolling, text that sticks out of its card, text that is cut to a few letters. */
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
  const root = document.querySelector('[role=dialog]') ?? document.body
  for (const element of root.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden, svg, [aria-hidden=true], iframe, option')) continue
    const style = getComputedStyle(element)
    // The matrix of permissions and the sections of a user are made to scroll within themselves.
    const scrolls = /auto|scroll/.test(style.overflowX)
    if (scrolls && element.scrollWidth > element.clientWidth + 1 && !element.closest('pre, textarea, .matrix-scroll, .sections')) found.push(`scrolls sideways: ${shown(element)}`)
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

async function measure(page: Page, path: string, name: string): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    found.push(...(await page.evaluate(problems, READABLE)).map((problem) => `${path}, ${width} px: ${problem}`))
    if (process.env.DOORWARD_TEST_LAYOUT_IMAGES) await page.screenshot({ path: join(process.env.DOORWARD_TEST_LAYOUT_IMAGES, `${name}-${width}.png`) })
  }
  return found
}

test('no page scrolls sideways, cuts text to a few letters or lets it stick out, at any width', async ({ open, api }) => {
  // About 36 seconds on two processors that do other work as well.
  test.setTimeout(150_000)
  const ids = await prepare(api)
  const found: string[] = []
  for (const chinese of [false, true]) {
    const page = await open('/account', { chinese, reducedMotion: 'reduce' })
    // In Chinese, texts differ, not the data: the pages that people use most are enough.
    for (const [n, path] of (chinese ? PAGES.slice(0, 6) : PAGES).entries()) {
      const address = path.replace(/\{(\w+)\}/, (_, key: string) => String(ids[key]))
      await page.goto(`/console${address}`)
      await settled(page)
      found.push(...(await measure(page, `${path}${chinese ? ', in Chinese' : ''}`, `${chinese ? 'zh' : 'en'}-${n}`)))
    }
  }
  expect(found.join('\n')).toBe('')
})

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
