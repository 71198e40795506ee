/** The overview: each part leads to what it counts, and people see the parts that they have permissions for. */
import { expect, settled, test, unique } from './support'

const today = new Date().toISOString().slice(0, 10)
const CHART = /Sign-ins in the last \d+ days/

test('the range is in the address, and tiles lead to the users and entries that they count', async ({ open, api }) => {
  await api.user({ username: unique('fresh') })
  const page = await open('/')
  await expect(page.getByRole('group', { name: /last 30 days/ }).getByRole('link', { name: /succeeded/ })).toHaveCount(30)
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/\?days=90$/)
  // Weeks, so that each bar can be clicked on a phone.
  await expect(page.getByRole('group', { name: /last 90 days/ }).getByRole('link', { name: /succeeded/ })).toHaveCount(13)
  await page.reload()
  await expect(page.getByRole('link', { name: '90 days' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page.getByRole('group', { name: /last 7 days/ }).getByRole('link', { name: /succeeded/ })).toHaveCount(7)
  await page.getByRole('link', { name: /^New users \d/ }).click()
  await expect(page).toHaveURL(/users\?createdFrom=\d{4}-\d\d-\d\d&sort=-createdAt/)
  await page.goBack()
  await page.getByRole('link', { name: /^Failed sign-ins \d/ }).click()
  await expect(page).toHaveURL(/audit\?action=auth\.login_failed&from=\d{4}-\d\d-\d\d$/)
})

test('bars tell their day on hover, are reached with arrow keys, and lead to the entries of that day', async ({ open, api }) => {
  const user = await api.user({ username: unique('fails') })
  const failed = await api.call('POST', '/api/auth/login', { username: user.username, password: 'not the password' })
  expect(failed.status).toBe(401)
  const page = await open('/?days=7')
  const chart = page.getByRole('group', { name: CHART })
  const last = chart.getByRole('link', { name: /succeeded/ }).last()
  await last.hover({ position: { x: 4, y: 4 } })
  await expect(page.locator('.tip')).toContainText('Succeeded')
  await expect(page.locator('.tip')).toHaveCSS('font-family', await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily))
  await last.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart.getByRole('link', { name: /succeeded/ }).nth(5)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await expect(chart.getByRole('link', { name: /: \d+ failed$/ }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`audit\\?action=auth\\.login_failed&from=${today}&to=${today}`))
  await expect(page.getByRole('row').nth(1)).toContainText('Sign-in failed')
})

test('an account that failures have locked is unlocked, and activity and sign-ins lead to their entries and users', async ({ open, api }) => {
  const user = await api.user({ username: unique('locked') })
  for (let attempt = 0; attempt < 5; attempt++) await api.call('POST', '/api/auth/login', { username: user.username, password: `not the password ${attempt}` })
  const page = await open('/account')
  // The first pauses last a second, so the list is made up; the unlocking is not.
  let list = [{ id: user.id, username: user.username, name: user.name, lockedUntil: '2099-01-01T00:00:00.000Z', failures: 12, everywhere: false, networks: ['192.0.2.1'] }]
  await page.route('**/api/users/locked*', (route) => route.fulfill({ json: { code: 200, message: 'success', data: { list, total: list.length, page: 1, pageSize: 5, totalCapped: false } } }))
  await page.route('**/unlock', async (route) => ((list = []), route.continue()))
  await page.getByRole('link', { name: 'Overview' }).click()
  const locked = page.getByRole('region', { name: 'Locked accounts' })
  await expect(page.getByRole('region', { name: 'Failures by account' }).getByRole('link', { name: user.username })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Failures by network' })).toContainText('127.0.0.1')
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('link', { name: /^Locked accounts \d/ }).click()
  await expect(locked).toBeFocused()
  await expect(locked.getByRole('button', { name: `Unlock ${user.username}` })).toBeInViewport()
  const answer = page.waitForResponse('**/unlock')
  await locked.getByRole('button', { name: `Unlock ${user.username}` }).click()
  expect((await answer).status()).toBe(200)
  await expect(page.getByText(`${user.username} can sign in again`)).toBeVisible()
  await expect(locked.getByRole('link', { name: user.username })).toBeHidden()
  await page.getByRole('region', { name: 'Failures by account' }).getByRole('link', { name: user.username }).click()
  await expect(page).toHaveURL(new RegExp(`audit\\?action=auth\\.login_failed&target=${user.username}`))
  await page.goBack()
  await page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem').first().getByRole('link').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await page.getByRole('region', { name: 'Latest sign-ins' }).getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/users\/\d+\/security$/)
})

test('parts without their permission are left out, and one that cannot be loaded says so and is tried again', async ({ open, api }) => {
  const role = unique('lookers')
  await api.role(role, 'users:read')
  const looker = await api.user({ username: unique('looks'), roles: [role] })
  const page = await open('/', { as: looker.username })
  await expect(page.getByRole('region', { name: 'New users' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sign-ins over time' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Recent activity' })).toBeHidden()
  await expect(page.getByRole('button', { name: /Unlock/ })).toBeHidden()
  await expect(page.getByRole('img', { name: /Users: \d+ enabled/ })).toBeVisible()
  const fault = { code: 503, message: 'Busy', reason: 'internal_error', data: null }
  await page.route('**/api/users/locked*', (route) => route.fulfill({ status: 500, json: fault }))
  await page.reload()
  const locked = page.getByRole('region', { name: 'Locked accounts' })
  await locked.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/users/locked*')
  await locked.getByRole('button', { name: 'Try again' }).click()
  await expect(locked.getByRole('button', { name: 'Try again' })).toBeHidden()
})

test('nothing moves while the overview and the system page load', async ({ open }) => {
  const page = await open('/account')
  await page.addInitScript(() => {
    const store = window as unknown as { shifted: number }
    store.shifted = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (store.shifted += (entry as unknown as { value: number }).value))).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route(/\/api\/(users|stats|system|audit)/, async (route) => (await new Promise((resolve) => setTimeout(resolve, 250)), route.continue()))
  for (const path of ['/', '/system']) {
    await page.goto(`/console${path}`)
    await settled(page)
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted), path).toBeLessThan(0.01)
  }
})

test('the first steps tick off as the service knows them done, lead to where they are done, and go away', async ({ open, api }) => {
  const user = await api.user({ username: unique('first'), roles: ['admin'] })
  const page = await open('/', { as: user.username, permissions: ['clipboard-read', 'clipboard-write'] })
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('status')).toHaveText('2 of 6 done')
  await expect(steps.getByRole('link', { name: /Add your e-mail address.*Still to do/ })).toHaveAttribute('href', '/console/account#email')
  // Where it is done is in sight, at the heights of a laptop and a phone.
  for (const [step, place] of [[/Change the generated password/, 'Current password'], [/Add your e-mail address/, 'New e-mail address'], [/Allow your application/, 'Search settings']] as const) {
    await steps.getByRole(place === 'Search settings' ? 'button' : 'link', { name: step }).click()
    if (place === 'Search settings') await page.getByRole('dialog').getByRole('link', { name: 'Settings in force' }).click()
    await expect(page.getByLabel(place)).toBeFocused()
    await expect(page.getByLabel(place)).toBeInViewport()
    await page.setViewportSize({ width: 390, height: 700 })
    await page.reload()
    await expect(page.getByLabel(place)).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/console/')
  }
  // What is set where the service runs is copied from here.
  await steps.getByRole('button', { name: /Connect a mail server/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^DOORWARD_SMTP_URL=smtp:.*\nDOORWARD_PUBLIC_URL=http/)
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await steps.getByRole('button', { name: /Copy the sign-in snippet/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await api.call('PUT', `/api/users/${user.id}`, { email: `${user.username}@example.com` })
  await page.reload()
  await expect(steps.getByRole('link', { name: /Add your e-mail address.*Done/ })).toBeVisible()
  await expect(steps.getByRole('status')).toHaveText('3 of 6 done')
  // Settings change with a restart.
  await page.route('**/api/system', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const each of json.data.checklist) each.done = true
    await route.fulfill({ response, json })
  })
  await page.reload()
  await expect(steps.getByRole('status')).toHaveText('5 of 6 done')
  await steps.getByRole('button', { name: /Copy the sign-in snippet/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(steps).toBeHidden()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/api/auth/login')
  await page.unroute('**/api/system')
  await page.reload()
  await settled(page)
  await expect(steps).toBeHidden()
})

test('the first steps are dismissed by one administrator, and are not for people who cannot do them', async ({ open, api }) => {
  const role = unique('seers')
  await api.role(role, 'users:read', 'system:read')
  const [user, other] = [await api.user({ username: unique('dismisses'), roles: ['admin'] }), await api.user({ username: unique('sees'), roles: [role] })]
  const page = await open('/', { as: user.username })
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('button', { name: 'Hide the first steps' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await settled(page)
  await expect(steps).toBeHidden()
  const plain = await open('/', { as: other.username })
  await settled(plain)
  await expect(plain.getByRole('region', { name: 'First steps' })).toBeHidden()
})
