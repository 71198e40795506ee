/** One browser, two users: what a page shows and what it sends belong to the same one. */
import type { Page } from '@playwright/test'
import { Device } from './authenticators'
import { expect, PASSWORD, signIn, test, unique } from './support'

/** Browsers have no passkeys at an IP address. */
const LOCAL = `http://localhost:${process.env.DOORWARD_TEST_PORT}`

async function signInElsewhere(page: Page, username: string): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto('/account/sign-in')
  await tab.getByLabel('Username or e-mail address').fill(username)
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(tab.getByText(`Signed in as ${username}`)).toBeVisible()
}

/** Mutant: the page of the first user stays, and what is typed there is saved for the second one. */
test('a hosted page shows the user who has signed in in another tab, and no longer the one before', async ({ open, api }) => {
  const [first, second] = [unique('first'), unique('second')]
  for (const username of [first, second]) await api.user({ username, name: username })
  const page = await open('/account', { as: first })
  await page.goto('/account')
  await expect(page.getByText(`Signed in as ${first}`)).toBeVisible()
  await signInElsewhere(page, second)
  await expect(page.getByText(`Signed in as ${second}`)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(second)
})

/** Mutant: the form that its user did not want to leave is saved with the session of the other one. */
test('a form that one user fills in is never saved as another, who has signed in in another tab', async ({ open, api }) => {
  const [first, second] = [unique('first'), unique('second')]
  const users = await Promise.all([first, second].map((username) => api.user({ username, name: username })))
  const names = () => Promise.all(users.map(async ({ id }) => (await api.call('GET', `/api/users/${id}`)).data.name))
  const page = await open('/account', { as: first })
  await page.getByLabel('Name', { exact: true }).fill('Typed by the first')
  const asked = page.waitForEvent('dialog')
  page.on('dialog', (dialog) => void dialog.dismiss())
  await signInElsewhere(page, second)
  expect((await asked).type()).toBe('beforeunload')
  await page.getByRole('button', { name: 'Save' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toContainText(first)
  expect(await names()).toEqual([first, second])
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(names).toEqual(['Typed by the first', second])
})

/** Mutant: the request that waits for a new sign-in of the first user is sent with the session of the second one. */
test('a change that waits for its user to sign in again is dropped when another one signs in by passkey', async ({ browser, api }) => {
  const first = await api.user({ username: unique('first'), name: 'First' })
  const second = await api.user({ username: unique('second'), name: 'Second' })
  const context = await browser.newContext({ baseURL: LOCAL, locale: 'en-GB' })
  const page = await context.newPage()
  const device = await Device.attach(page)
  await device.present(false)
  await page.goto('/console/account')
  await signIn(page, second.username, PASSWORD)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByLabel('Name').fill('Key')
  await device.present(true)
  await adding.getByRole('button', { name: 'Create passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await codes.getByRole('checkbox', { name: 'I have saved the codes.' }).check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await device.present(false)
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signIn(page, first.username, PASSWORD)
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Typed by the first')
  expect((await api.call('DELETE', `/api/users/${first.id}/sessions`)).status).toBe(200)
  await page.getByRole('button', { name: 'Save' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  const changes: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && changes.push(request.url()))
  page.on('dialog', (asked) => void asked.accept())
  const left = page.waitForEvent('load')
  await device.present(true)
  await dialog.getByRole('button', { name: 'Use passkey' }).click()
  await left
  expect(changes).toEqual([])
  expect((await api.call('GET', `/api/users/${second.id}`)).data.name).toBe('Second')
  await context.close()
})
