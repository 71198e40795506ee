import { expect, settled, test, unique, signIn, PASSWORD, ADMIN_PASSWORD } from './support'

test('an audit entry has an address of its own, with the exact time', async ({ open, api }) => {
  const user = await api.user({ username: unique('linked'), name: 'Before' })
  await api.call('PUT', `/api/users/${user.id}`, { name: 'After' })
  const page = await open(`/audit?target=${user.username}`)
  await expect(page.getByRole('row').nth(1).locator('time:visible')).toHaveText(/\d:\d\d:\d\d.*(UTC|GMT)/)
  await page.getByRole('button', { name: 'User updated' }).click()
  await expect(page).toHaveURL(/entry=\d+-\d+/)
  const address = new URL(page.url())
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  // By a link alone, where the list does not show it.
  await page.goto(`${address.pathname}?entry=${address.searchParams.get('entry')}&action=role.deleted`)
  await expect(page.getByRole('dialog', { name: 'User updated' }).locator('ins')).toHaveText('After')
  await page.goto(`${address.pathname}?entry=0-999999`)
  await expect(page.getByText('This entry does not exist')).toBeVisible()
})

test('usernames are offered while an exact one is typed, and where a part of one finds nothing', async ({ open, api }) => {
  const user = await api.user({ username: unique('offered') })
  const page = await open('/audit')
  await page.getByLabel('Filter by target').pressSequentially(user.username.slice(0, -1))
  await expect(page.locator(`datalist option[value="${user.username}"]`)).toHaveCount(1)
  await expect(page.getByText('Only whole usernames match')).toBeVisible()
  await page.getByRole('button', { name: user.username, exact: true }).click()
  await expect(page.getByLabel('Filter by target')).toHaveValue(user.username)
  await expect(page.getByRole('button', { name: 'User created' })).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
})

test('the tab says which page and whom it shows, in the language of the console', async ({ open, api }) => {
  const user = await api.user({ username: unique('titled'), name: 'Ann of the tabs' })
  const page = await open(`/users/${user.id}/overview`)
  await expect(page).toHaveTitle('Ann of the tabs · Users · Doorward')
  await page.goto(`/console/users/${user.id}`)
  await expect(page).toHaveTitle('Ann of the tabs · Users · Doorward')
  await page.keyboard.press('Escape')
  await expect(page).toHaveTitle('Users · Doorward')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveTitle('Audit log · Doorward')
  await page.evaluate(() => localStorage.setItem('doorward.locale', 'zh'))
  await page.reload()
  await expect(page).toHaveTitle('审计日志 · Doorward')
})

const TITLES = {
  users: { '/users': 'Users', '/users/new': 'New user · Users', '/users/import': 'Import · Users', '/operations': 'Operations · Users', '/invitations': 'Invitations · Users' },
  others: { '/roles': 'Roles', '/services/accounts': 'Service accounts · Integrations', '/services/webhooks': 'Webhooks · Integrations', '/branding': 'Branding', '/account': 'My account' },
  mail: { '/mail': 'Mail', '/mail/texts': 'Texts · Mail', '/mail/texts/password_reset/de': 'Password reset · Deutsch · Texts · Mail', '/developers': 'For developers', '/no-such-page': 'Page not found' },
}

for (const [section, pages] of Object.entries(TITLES)) {
  test(`each page has a title of its own, and its section: ${section}`, async ({ open }) => {
    const page = await open('/account')
    for (const [path, title] of Object.entries(pages)) {
      await page.goto(`/console${path}`)
      await expect(page).toHaveTitle(`${title} · Doorward`)
    }
  })
}

test('a page whose code is gone after an upgrade is reloaded once, and says so if that does not help', async ({ open }) => {
  const page = await open('/audit')
  const visits: string[] = []
  // Requests of documents: the router changes the address within one, too.
  page.on('request', (request) => request.isNavigationRequest() && visits.push(new URL(request.url()).pathname))
  await page.route(/RolesPage.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Roles' }).click()
  // The reload goes to the page that was asked for, whose code is still missing.
  await expect(page.getByText('A part of the console could not be loaded')).toBeVisible()
  expect(visits).toEqual(['/console/roles'])
  await page.unroute(/RolesPage.*\.js/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible()
})

test('a page whose styles are gone after an upgrade is reloaded as well', async ({ open }) => {
  const page = await open('/audit')
  // The server answers as it does for a file that it does not have; the reload asks for it again, and gets it.
  let refused = 0
  await page.route(/RolesPage.*\.css/, (route) => (refused++ ? route.continue() : route.fulfill({ status: 404, body: '' })))
  const [reloaded] = await Promise.all([page.waitForRequest((request) => request.isNavigationRequest()), page.getByRole('link', { name: 'Roles' }).click()])
  expect(new URL(reloaded.url()).pathname).toBe('/console/roles')
  await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible()
})

test('a link that is clicked during an outage is followed when the service is back', async ({ open }) => {
  const page = await open('/audit')
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
  await page.route(/RolesPage|healthz/, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Roles' }).click()
  await expect(page.getByText('Connection lost.')).toBeVisible()
  await page.unroute(/RolesPage|healthz/)
  await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible()
  await expect(page.getByText('Connection lost.')).toBeHidden()
})

test('a slow network shows that the console is on its way, and progress between pages', async ({ open }) => {
  const page = await open('/audit')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/RolesPage.*\.js/, async (route) => (await held, route.continue()))
  await page.getByRole('link', { name: 'Roles' }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeHidden()
  let start = () => {}
  const holding = new Promise<void>((resolve) => (start = resolve))
  await page.route(/assets\/index-.*\.js/, async (route) => (await holding, route.continue()))
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('.booting')).toBeVisible()
  start()
  await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible()
  // It needs no styles: they are the second thing that a slow network is waited for.
  let style = () => {}
  const unstyled = new Promise<void>((resolve) => (style = resolve))
  await page.route(/assets\/index-.*\.css/, async (route) => (await unstyled, route.continue()))
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
  style()
  await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible()
})

test('a password that must be changed comes first, and then the page that was asked for', async ({ open, api }) => {
  const user = await api.user({ username: unique('must'), mustChangePassword: true, roles: ['admin'] })
  const page = await open('/audit', { as: null, viewport: { width: 390, height: 800 } })
  await signIn(page, user.username, PASSWORD)
  const form = page.getByRole('region', { name: 'Password' })
  const current = form.getByLabel('Current password')
  await expect(current).toBeFocused()
  await settled(page)
  await expect(current).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(1)
  await current.fill(PASSWORD)
  await form.getByLabel('New password').fill(`${ADMIN_PASSWORD} again`)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
})
