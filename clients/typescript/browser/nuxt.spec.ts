import { expect, PAGES, PASSWORD, signIn, test } from './support.js'

test('a page that the server rendered asks for a sign-in, shows the orders, and survives a reload', async ({ api, page }) => {
  const problems: string[] = []
  page.on('console', (message) => /hydration|\[Vue/i.test(message.text()) && problems.push(message.text()))
  const { username } = await api.user('buyer', 'orders:read')
  await page.goto(PAGES.nuxt)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(page.url()).toBe(`${PAGES.nuxt}/login?next=/`)
  await signIn(page, username, 'wrong')
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
  await signIn(page, username)
  await expect(page.getByText('2 × Lamp')).toBeVisible()
  await expect(page.getByText('You may create orders.')).toBeHidden()
  await page.reload()
  await expect(page.getByText('2 × Lamp')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(problems).toEqual([])
})

test('the server of Nuxt verifies tokens itself', async ({ api, request }) => {
  const { username } = await api.user('stranger', 'invoices:read')
  const headers = { Authorization: `Bearer ${await api.login(username, PASSWORD)}` }
  const refused = await request.get(`${PAGES.nuxt}/orders`, { headers })
  expect(refused.status()).toBe(403)
  expect((await refused.json()).data).toEqual({ reason: 'permission_denied', required: 'orders:read' })
  const anonymous = await request.get(`${PAGES.nuxt}/orders`)
  expect([anonymous.status(), anonymous.headers()['www-authenticate']]).toEqual([401, 'Bearer'])
})
