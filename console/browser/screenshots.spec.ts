/** Takes the screenshots of the documentation, from a separate service with fictional users. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Api, expect, settled, test } from './support'

/** `make images` writes them to docs/images; other runs write them to the temporary test folder. */
const IMAGES = process.env.DOORWARD_TEST_IMAGES ?? join(process.env.DOORWARD_TEST_DATA!, 'images')
const DOCUMENTED = ['users', 'users-dark', 'users-narrow', 'user', 'roles', 'audit', 'overview', 'invite']
const USERS = [
  ['mei.lin', '林美', 'mei.lin@example.com', ['editor', 'support']],
  ['amara', 'Amara Okafor', 'amara.okafor@example.com', ['editor']],
  ['jonas', 'Jonas Lindqvist', 'jonas@example.com', ['support']],
  ['priya', 'Priya Raghunathan', 'priya.raghunathan@example.com', ['auditor']],
  ['tomas', 'Tomás Herrera', 'tomas@example.com', ['user']],
  ['wang.wei', '王伟', 'wang.wei@example.com', ['user']],
  ['hubert', 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff', 'hubert.blaine.wolfeschlegelsteinhausenbergerdorff@example.com', ['user', 'support', 'editor']],
  ['sofia', 'Sofia Marchetti', 'sofia@example.com', ['admin']],
  ['yuki', '佐藤 ゆき', 'yuki@example.com', ['support']],
  ['kwame', 'Kwame Mensah', null, ['user']],
  ['elena', 'Elena Petrova', 'elena@example.com', ['editor']],
] as const
const DISABLED = ['tomas', 'kwame']

// No other test uses this service, so the screenshots are reproducible.
test.use({ baseURL: `http://127.0.0.1:${Number(process.env.DOORWARD_TEST_PORT) + 2}` })
// A test takes up to nine pictures; the default of 30 seconds is for a page.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

async function createRole(api: Api, name: string, description: string, ...permissions: string[]): Promise<void> {
  await api.call('POST', '/api/roles', { name, description, permissions })
}

async function screenshot(page: Page, name: string): Promise<void> {
  await settled(page)
  // What was clicked last may have made room for something else, which would look as if pointed at.
  await page.mouse.move(0, 0)
  if (!process.env.DOORWARD_TEST_IMAGES || DOCUMENTED.includes(name)) await page.screenshot({ path: join(IMAGES, `console-${name}.png`) })
}

test('create the users and roles for the screenshots', async ({ api }) => {
  await createRole(api, 'editor', 'Writes and publishes articles', 'articles:*', 'articles:publish', 'media:upload')
  await createRole(api, 'support', 'Answers tickets and looks people up', 'users:read', 'sessions:read', 'tickets:read', 'tickets:answer')
  await createRole(api, 'auditor', 'Sees everything, changes nothing', 'audit:read', 'users:read', 'roles:read')
  for (const [username, name, email, roles] of USERS) await api.user({ username, name, email, roles, status: DISABLED.includes(username) ? 0 : 1 })
  for (const username of ['mei.lin', 'amara', 'jonas', 'sofia', 'sofia', 'yuki']) await api.login(username, 'a long enough password')
  for (let n = 0; n < 3; n++) await api.call('POST', '/api/auth/login', { username: 'elena', password: 'wrong password' })
  await api.call('PUT', '/api/users/3', { name: 'Amara N. Okafor', roles: ['editor', 'auditor'] })
})

test('take screenshots: light', async ({ open }) => {
  const page = await open('/users', { colorScheme: 'light' })
  await screenshot(page, 'users')
  await page.goto('/console/users/3/overview')
  await screenshot(page, 'user')
  await page.goto('/console/roles')
  await screenshot(page, 'roles')
  await page.goto('/console/audit')
  await screenshot(page, 'audit')
  await page.getByRole('button', { name: 'User updated' }).first().click()
  await screenshot(page, 'audit-entry')
  await page.goto('/console/')
  await page.getByRole('button', { name: /Hide the first steps|隐藏入门步骤/ }).click()
  await expect(page.getByRole('group', { name: /30/ })).toBeVisible()
  await screenshot(page, 'overview')
  await page.goto('/console/account')
  await screenshot(page, 'account')
})

test('take screenshots: an invitation and the hosted sign-in page', async ({ open }) => {
  const page = await open('/users', { colorScheme: 'light' })
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Invite a person' })
  await panel.getByLabel('E-mail').fill('ngozi@example.com')
  await panel.getByLabel('Name', { exact: true }).fill('Ngozi Adeyemi')
  await panel.getByRole('checkbox', { name: /^editor/ }).check()
  await screenshot(page, 'invite')
  for (const colorScheme of ['light', 'dark'] as const) {
    const hosted = await open('/sign-in', { as: null, colorScheme, viewport: { width: 640, height: 520 } })
    await hosted.goto('/account/sign-in')
    await settled(hosted)
    await hosted.screenshot({ path: join(IMAGES, `hosted-sign-in-${colorScheme}.png`) })
  }
})

test('take screenshots: dark, in Chinese', async ({ open }) => {
  const page = await open('/users', { colorScheme: 'dark', chinese: true })
  await screenshot(page, 'users-dark')
  await page.goto('/console/')
  await page.getByRole('button', { name: /Hide the first steps|隐藏入门步骤/ }).click()
  await expect(page.getByRole('group', { name: /30/ })).toBeVisible()
  await screenshot(page, 'overview-dark')
})

test('take screenshots: narrow', async ({ open }) => {
  const page = await open('/users', { colorScheme: 'light', viewport: { width: 390, height: 844 } })
  await screenshot(page, 'users-narrow')
  await page.goto('/console/users/new')
  await screenshot(page, 'user-narrow')
  await page.goto('/console/roles')
  await screenshot(page, 'roles-narrow')
})
