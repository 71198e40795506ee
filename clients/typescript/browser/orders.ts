/** What the examples for Vue and React have in common: both show the orders of the example for Express. */
import { addAuthenticator, counting, expect, PAGES, signIn, test } from './support.js'
import { codeAt } from './totp.js'

export function journey(example: 'vue' | 'react'): void {
  const url = PAGES[example]

  test('a user signs in, sees the orders, stays signed in after a reload, and signs out', async ({ api, page, context }) => {
    const { username } = await api.user('buyer', 'orders:*')
    await page.goto(url)
    await signIn(page, username, 'wrong')
    await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
    await signIn(page, username)
    await expect(page.getByText(`Signed in as ${username}`)).toBeVisible()
    await expect(page.getByText('2 × Lamp')).toBeVisible()
    const cookies = await context.cookies()
    expect(cookies.find(({ name }) => name.startsWith('doorward-refresh'))).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('dwr_')
    await page.reload()
    await expect(page.getByText('2 × Lamp')).toBeVisible()
    await page.getByRole('button', { name: 'Order a chair' }).click()
    await expect(page.getByText('1 × Chair').first()).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  test('a button is shown to users with the permission only', async ({ api, page }) => {
    const { username } = await api.user('viewer', 'orders:read')
    await page.goto(url)
    await signIn(page, username)
    await expect(page.getByText('2 × Lamp')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Order a chair' })).toBeHidden()
  })

  test('a user with a second factor is asked for it', async ({ api, page }) => {
    const { username } = await api.user('careful', 'orders:read')
    const secret = await addAuthenticator(api, username)
    await page.goto(url)
    await signIn(page, username)
    await page.getByLabel('Code of your authenticator app').fill(codeAt(secret, Date.now()))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText(`Signed in as ${username}`)).toBeVisible()
  })

  test('two tabs share a refresh, and sign out together', async ({ api, page, context }) => {
    const { username } = await api.user('tabs', 'orders:read')
    await page.goto(url)
    await signIn(page, username)
    await expect(page.getByText('2 × Lamp')).toBeVisible()
    const refreshes = counting(context, '/api/auth/refresh')
    const other = await context.newPage()
    await other.goto(url)
    await expect(other.getByText('2 × Lamp')).toBeVisible()
    expect(refreshes()).toBe(0)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
}
