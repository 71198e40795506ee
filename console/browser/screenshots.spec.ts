/** Pictures for the documentation, of a service of its own with people in it that anybody may show. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Api, expect, settled, test } from './support'

/** `make images` puts them into the documentation; otherwise they are for whoever wants to look. */
const IMAGES = process.env.DOORWARD_TEST_IMAGES ?? join(process.env.DOORWARD_TEST_DATA!, 'images')
const DOCUMENTED = ['users', 'users-dark', 'users-narrow', 'user', 'roles', 'audit', 'overview']
const PEOPLE = [
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
const AWAY = ['tomas', 'kwame']

// Always the same pictures: of this service, nobody else makes use.
test.use({ baseURL: `http://127.0.0.1:${Number(process.env.DOORWARD_TEST_PORT) + 2}` })
test.describe.configure({ mode: 'serial' })

async function describedRole(api: Api, name: string, description: string, ...permissions: string[]): Promise<void> {
  await api.call('POST', '/api/roles', { name, description, permissions })
}

async function picture(page: Page, name: string): Promise<void> {
  await settled(page)
  if (!process.env.DOORWARD_TEST_IMAGES || DOCUMENTED.includes(name)) await page.screenshot({ path: join(IMAGES, `console-${name}.png`) })
}

test('people are there to be shown', async ({ api }) => {
  await describedRole(api, 'editor', 'Writes and publishes articles', 'articles:*', 'articles:publish', 'media:upload')
  await describedRole(api, 'support', 'Answers tickets and looks people up', 'users:read', 'sessions:read', 'tickets:read', 'tickets:answer')
  await describedRole(api, 'auditor', 'Sees everything, changes nothing', 'audit:read', 'users:read', 'roles:read')
  for (const [username, name, email, roles] of PEOPLE) await api.user({ username, name, email, roles, status: AWAY.includes(username) ? 0 : 1 })
  for (const username of ['mei.lin', 'amara', 'jonas', 'sofia', 'sofia', 'yuki']) await api.login(username, 'a long enough password')
  for (let n = 0; n < 3; n++) await api.call('POST', '/api/auth/login', { username: 'elena', password: 'wrong password' })
  await api.call('PUT', '/api/users/3', { name: 'Amara N. Okafor', roles: ['editor', 'auditor'] })
})

test('the pages are worth a picture: light', async ({ open }) => {
  const page = await open('/users', { colorScheme: 'light' })
  await picture(page, 'users')
  await page.goto('/console/users/2')
  await picture(page, 'user')
  await page.goto('/console/roles')
  await picture(page, 'roles')
  await page.goto('/console/audit')
  await picture(page, 'audit')
  await page.getByRole('button', { name: 'User changed' }).first().click()
  await picture(page, 'audit-entry')
  await page.goto('/console/')
  await expect(page.locator('canvas')).toHaveCount(2)
  await picture(page, 'overview')
  await page.goto('/console/account')
  await picture(page, 'account')
})

test('the pages are worth a picture: dark, in Chinese', async ({ open }) => {
  const page = await open('/users', { colorScheme: 'dark', chinese: true })
  await picture(page, 'users-dark')
  await page.goto('/console/')
  await expect(page.locator('canvas')).toHaveCount(2)
  await picture(page, 'overview-dark')
})

test('the pages are worth a picture: narrow', async ({ open }) => {
  const page = await open('/users', { colorScheme: 'light', viewport: { width: 390, height: 844 } })
  await picture(page, 'users-narrow')
  await page.goto('/console/users/new')
  await picture(page, 'user-narrow')
  await page.goto('/console/roles')
  await picture(page, 'roles-narrow')
})
