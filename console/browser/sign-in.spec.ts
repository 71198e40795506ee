import { ADMIN_PASSWORD, expect, PASSWORD, signIn, test, unique } from './support'

test('signing in redirects to the requested page', async ({ open }) => {
  const page = await open('/users?status=1', { as: null })
  await expect(page).toHaveURL(/sign-in\?next=/)
  await signIn(page, 'admin', ADMIN_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page).toHaveURL(/\/console\/users\?status=1$/)
})

test('an incorrect password and a disabled account are explained', async ({ open, api }) => {
  const username = unique('disabled')
  await api.user({ username, status: 0 })
  const page = await open('/sign-in', { as: null })
  await signIn(page, username, 'not the password')
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.')
  await signIn(page, username, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('This account is disabled.')
})

test('signing out in one tab signs out all tabs and revokes the session', async ({ open, api }) => {
  const first = await open('/users')
  const second = await first.context().newPage()
  await second.goto('/console/account')
  await expect(second.getByRole('heading', { name: 'My account' })).toBeVisible()
  const refreshToken = (await first.context().cookies())[0]!.value
  const logout = first.waitForResponse('**/api/auth/logout')
  await first.getByRole('button', { name: /^Account menu for/ }).click()
  await first.getByRole('menuitem', { name: 'Sign out' }).click()
  await logout
  for (const tab of [first, second]) await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await first.context().cookies()).toEqual([])
  expect((await api.call('POST', '/api/auth/refresh', { refreshToken })).status).toBe(401)
})

/** Mutant: the question stays above the sign-in page, and the next user may answer it. */
test('a question that waits for an answer goes away when its user signs out in another tab', async ({ open, api }) => {
  const user = await api.user({ username: unique('spared') })
  const page = await open(`/users/${user.id}/overview`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/console/account')
  await other.getByRole('button', { name: /^Account menu for/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect((await api.call('GET', `/api/users/${user.id}`)).status).toBe(200)
})

/** Mutant: the page of the account, which knows nothing of it, goes on with the session of the cookie. */
test('a sign-out that did not reach the service holds on the page of the account as well', async ({ open, api }) => {
  const user = await api.user({ username: unique('leaving') })
  const page = await open('/account', { as: user.username })
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const next = await page.context().newPage()
  await page.close()
  await next.goto('/account')
  await expect(next).toHaveURL(/\/account\/sign-in$/)
  expect((await api.call('GET', `/api/users/${user.id}/sessions`)).data.total).toBe(0)
  await next.goto('/account')
  await expect(next).toHaveURL(/\/account\/sign-in$/)
})

test.describe('with short-lived access tokens', () => {
  test.use({ baseURL: `http://127.0.0.1:${Number(process.env.DOORWARD_TEST_PORT) + 1}` })

  test('several tabs stay signed in without concurrent refreshes', async ({ open }) => {
    const first = await open('/account')
    let refreshes = 0
    first.context().on('request', (request) => request.url().endsWith('/api/auth/refresh') && refreshes++)
    await expect(first.getByRole('heading', { name: 'My account' })).toBeVisible()
    const tabs = [first, await first.context().newPage(), await first.context().newPage()]
    for (const tab of tabs.slice(1)) await tab.goto('/console/account')
    await first.waitForFunction((before) => Date.now() - before > 5500, Date.now())
    refreshes = 0
    await Promise.all(tabs.map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('focus')))))
    await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Users' }).click()))
    for (const tab of tabs) await expect(tab.getByRole('cell', { name: 'admin admin' })).toBeVisible()
    expect(refreshes).toBeLessThanOrEqual(2)
  })
})

test('the language can be selected before signing in, and is remembered', async ({ open }) => {
  const page = await open('/sign-in', { as: null })
  await page.getByLabel('Language').selectOption('zh')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test('the theme follows the system until the user selects one', async ({ open }) => {
  const page = await open('/account', { colorScheme: 'dark' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  const dark = await background()
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await background()).not.toBe(dark)
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
  await expect.poll(background).toBe(dark)
  await page.reload()
  await expect.poll(background).toBe(dark)
})
