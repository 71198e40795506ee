/** The refresh token is in a cookie: scripts cannot read it, other origins cannot use it, and tabs share it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { ADMIN_PASSWORD, expect, PASSWORD, signIn, test, unique } from './support'

/** Everything that a script on the page can read. */
async function readable(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]))
}

test('a session survives a reload, and no script can read a token', async ({ open, baseURL }) => {
  const page = await open('/users', { as: null })
  const response = page.waitForResponse('**/api/auth/login')
  await signIn(page, 'admin', ADMIN_PASSWORD)
  expect(JSON.parse(await (await response).text()).data.refreshToken).toBe('')
  await expect(page.getByRole('table')).toBeVisible()
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ name: `doorward-refresh-${new URL(baseURL!).port}`, httpOnly: true, sameSite: 'Strict', path: '/' })
  expect(cookie!.value).toMatch(/^dwr_/)
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  expect(await readable(page)).not.toMatch(/eyJ|dwr_/)
})

test('a token that an earlier version stored is exchanged for the cookie and removed', async ({ open, api }) => {
  const user = await api.user({ username: unique('legacy') })
  const page = await open('/account', { as: user.username, legacy: true })
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  expect(await readable(page)).not.toContain('dwr_')
  expect((await page.context().cookies())[0]!.value).toMatch(/^dwr_/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
})

test('tabs that refresh at the same time without locks stay signed in', async ({ open }) => {
  const first = await open('/account', { as: null })
  // Over plain HTTP there are no locks.
  await first.context().addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'locks'))
  await first.reload()
  await signIn(first, 'admin', ADMIN_PASSWORD)
  await expect(first.getByRole('heading', { name: 'My account' })).toBeVisible()
  const tabs = [first, await first.context().newPage(), await first.context().newPage()]
  for (let round = 0; round < 3; round++) {
    await Promise.all(tabs.map((tab) => tab.goto('/console/account')))
    for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'My account' })).toBeVisible()
  }
})

test('changing the password replaces the cookie, and a stolen copy is dead', async ({ open, api }) => {
  const user = await api.user({ username: unique('stolen') })
  const page = await open('/account', { as: user.username })
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  const stolen = (await page.context().cookies())[0]!.value
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('quite another password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status').getByText('Password changed')).toBeVisible()
  expect((await page.context().cookies())[0]!.value).not.toBe(stolen)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  expect((await api.call('POST', '/api/auth/refresh', { refreshToken: stolen })).data.reason).toBe('refresh_token_reused')
})

test('signing out without a connection ends the session as soon as there is one', async ({ open, api }) => {
  const page = await open('/account')
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  const refreshToken = (await page.context().cookies())[0]!.value
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const logout = page.waitForResponse('**/api/auth/logout')
  await page.context().setOffline(false)
  await logout
  await expect.poll(() => page.context().cookies()).toEqual([])
  expect((await api.call('POST', '/api/auth/refresh', { refreshToken })).status).toBe(401)
})

test.describe('a page of another origin on the same machine', () => {
  let server: Server

  // The browser sends it the cookies of this host, and the service allows its requests: SameSite and CORS do not help.
  test.beforeAll(() => new Promise<void>((done) => void (server = createServer((_, response) => response.end('other')).listen(0, '127.0.0.1', done))))
  test.afterAll(() => void server.close())

  test('cannot use the cookie', async ({ open, baseURL }) => {
    const page = await open('/account')
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
    const other = await page.context().newPage()
    await other.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const attempt = (headers: Record<string, string>) =>
      other.evaluate(
        async ([url, sent]) => {
          try {
            const body = JSON.stringify({ refreshToken: 'cookie' })
            const response = await fetch(`${url}/api/auth/refresh`, { method: 'POST', credentials: 'include', headers: sent, body })
            return ((await response.json()) as { data: { reason?: string; token?: string } }).data
          } catch (error) {
            return { reason: (error as Error).name }
          }
        },
        [baseURL!, headers] as const,
      )
    expect(await attempt({ 'X-Refresh-Cookie': '1' })).toEqual({ reason: 'TypeError' })
    expect(await attempt({})).toEqual({ reason: 'invalid_refresh_token' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  })
})
