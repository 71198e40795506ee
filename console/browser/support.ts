/** Shared fixtures: an API client for test data, and browser contexts with a signed-in user. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import axe from 'axe-core'
import { test as base, expect, type APIRequestContext, type BrowserContext, type BrowserContextOptions, type Page, type Request } from '@playwright/test'

export const ADMIN_PASSWORD = 'correct horse battery staple'
export const PASSWORD = 'a long enough password'

interface Tokens {
  token: string
  refreshToken: string
  user: { id: number }
}

/** Calls the public API as the administrator, to set up test data. */
export class Api {
  private token = ''

  constructor(
    private readonly request: APIRequestContext,
    readonly url: string,
  ) {}

  async login(username = 'admin', password = ADMIN_PASSWORD): Promise<Tokens> {
    const response = await this.request.post(`${this.url}/api/auth/login`, { data: { username, password } })
    expect(response.status(), await response.text()).toBe(200)
    return (await response.json()).data
  }

  async call(method: string, path: string, data?: unknown, token?: string) {
    this.token ||= (await this.login()).token
    const response = await this.request.fetch(`${this.url}${path}`, { method, data, headers: { Authorization: `Bearer ${token ?? this.token}` } })
    return { status: response.status(), ...(await response.json()) }
  }

  async user(fields: Record<string, unknown>) {
    const response = await this.call('POST', '/api/users', { password: PASSWORD, ...fields })
    expect(response.status, JSON.stringify(response)).toBe(200)
    return response.data
  }

  async role(name: string, ...permissions: string[]) {
    const response = await this.call('POST', '/api/roles', { name, permissions })
    expect(response.status, JSON.stringify(response)).toBe(200)
    return response.data
  }
}

export interface OpenOptions extends BrowserContextOptions {
  as?: string | null
  password?: string
  chinese?: boolean
  /** The code of a language, which is chosen as if in the menu. */
  language?: string
  /** Signed in by an earlier version of the console, which stored the refresh token where scripts can read it. */
  legacy?: boolean
}

type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number]

/** The cookie as the service sets it on a page without TLS. */
function refreshCookie(url: string, value: string): Cookie {
  const { hostname, port } = new URL(url)
  return { name: `doorward-refresh-${port}`, value, domain: hostname, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' }
}

interface Fixtures {
  api: Api
  /** Opens the console in a new browser context, signed in as `as` (default: the administrator; null: signed out). */
  open: (path: string, options?: OpenOptions) => Promise<Page>
}

/** The requests under way of each page that a test opened. */
const requests = new WeakMap<Page, Set<Request>>()

/** Without requests for this long, a page has loaded. Playwright's `networkidle` waits for half a second. */
const QUIET_MS = 120
/** For a page to load on a machine that does other work as well. */
const LOAD_MS = 30_000

async function quiet(page: Page): Promise<void> {
  const underWay = requests.get(page)
  if (!underWay) return page.waitForLoadState('networkidle')
  let since = Date.now()
  const lasted = () => (underWay.size ? ((since = Date.now()), 0) : Date.now() - since)
  await expect.poll(lasted, { intervals: [40], timeout: LOAD_MS }).toBeGreaterThan(QUIET_MS)
}

export const test = base.extend<Fixtures>({
  api: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext()
    await use(new Api(request, baseURL!))
    await request.dispose()
  },
  open: async ({ browser, baseURL, api, contextOptions }, use) => {
    const problems: string[] = []
    const contexts: { close(): Promise<void> }[] = []
    await use(async (path, { as = 'admin', password, chinese, language = chinese ? 'zh' : undefined, legacy, ...options } = {}) => {
      const localStorage = language ? [{ name: 'doorward.locale', value: language }] : []
      const cookies: Cookie[] = []
      if (as) {
        const { refreshToken, user } = await api.login(as, password ?? (as === 'admin' ? ADMIN_PASSWORD : PASSWORD))
        const stored = { userId: user.id, ...(legacy && { refreshToken }) }
        localStorage.push({ name: 'doorward.session', value: JSON.stringify(stored) })
        if (!legacy) cookies.push(refreshCookie(baseURL!, refreshToken))
      }
      const context = await browser.newContext({ ...contextOptions, baseURL: baseURL!, viewport: { width: 1280, height: 800 }, locale: 'en-GB', storageState: { cookies, origins: [{ origin: baseURL!, localStorage }] }, ...options })
      contexts.push(context)
      const page = await context.newPage()
      const underWay = new Set<Request>()
      requests.set(page, underWay)
      page.on('request', (request) => underWay.add(request))
      page.on('requestfinished', (request) => underWay.delete(request))
      page.on('requestfailed', (request) => underWay.delete(request))
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => /Content Security Policy|\[Vue/.test(message.text()) && problems.push(message.text()))
      await page.goto(`/console${path}`)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(problems).toEqual([])
  },
})

export { expect }

let counter = 0

/** Returns a name that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${process.pid}-${++counter}`
}

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
}

export async function menu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Waits until the page has loaded its data and all animations have finished. */
export async function settled(page: Page): Promise<void> {
  // Before the application has started there are neither requests nor skeletons, so wait for a heading first.
  await expect(page.locator('h1:visible').first()).toBeVisible({ timeout: LOAD_MS })
  await quiet(page)
  await expect(page.locator('.skeleton')).toHaveCount(0, { timeout: LOAD_MS })
  // An animation that another one replaces does not finish, but is cancelled.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)).then(() => undefined))
}

/** The rules of axe that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe and returns the violations; by default of all rules. Injected with `evaluate`, which works without relaxing the
 * content security policy.
 */
async function violationsOf(page: Page, rules: string[] = []): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    // Selectors are not shown, and take long to make.
    const options = { resultTypes: ['violations' as const], selectors: false, ...(rules.length && { runOnly: { type: 'rule' as const, values: rules } }) }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return violations.map(({ id, nodes }) => `${location.pathname}: ${id}: ${nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message).join(' ')}`).join(' ')}`)
  }, rules)
}

/** Runs axe on a page, in the other theme only what depends on colours: the markup is the same. `accepted`: rules that may be broken. */
export async function violationsInBothThemes(page: Page, accepted: string[] = []): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await violationsOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await violationsOf(page, COLOUR_RULES))].filter((found) => !accepted.some((rule) => found.includes(`: ${rule}: `)))
}

/** How far a page scrolls sideways, in pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

const AGE_SESSIONS = `
import asyncio, pathlib, sqlite3, sys
folder, user = pathlib.Path(sys.argv[1]), int(sys.argv[2])
async def on_postgres(url):
    import asyncpg
    connection = await asyncpg.connect(url)
    await connection.execute("UPDATE sessions SET auth_time = 0 WHERE user_id = $1", user)
    await connection.close()
if (folder / "database_url").exists():
    asyncio.run(on_postgres((folder / "database_url").read_text()))
else:
    with sqlite3.connect(folder / "doorward.db", timeout=20) as database:
        database.execute("UPDATE sessions SET auth_time = 0 WHERE user_id = ?", (user,))
`

/** Makes the sign-in of a user's sessions old, in the database of a service: sensitive changes need a recent one. */
export function ageSessions(service: 'main' | 'holding', userId: number): void {
  execFileSync(process.env.PYTHON!, ['-c', AGE_SESSIONS, join(process.env.DOORWARD_TEST_DATA!, service), String(userId)])
}

/** Lets every user seem to have a username that looks like that of another one. */
export async function confusableWith(page: Page, ...list: { id: number; username: string; status: number }[]): Promise<void> {
  const json = { code: 200, message: 'success', data: { list, total: list.length } }
  await page.route('**/api/users/*/confusables', (route) => route.fulfill({ json }))
}
