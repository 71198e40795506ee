import type { Page } from '@playwright/test'
import { ADMIN_PASSWORD, expect, PAGES, PASSWORD, signIn, test, unique } from './support.js'

const menu = (page: Page) => page.getByRole('menubar').getByRole('menuitem')

test('an administrator creates, edits and deletes a user with a role', async ({ page }) => {
  const [role, username] = [unique('clerk'), unique('employee')]
  await page.goto(`${PAGES.admin}/users`)
  await signIn(page, 'admin', ADMIN_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(menu(page)).toHaveText(['Home', 'Users', 'Roles'])

  await menu(page).filter({ hasText: 'Roles' }).click()
  await page.getByLabel('Name').fill(role)
  await page.getByLabel('Permissions').fill('users:read, orders:*')
  await page.getByRole('button', { name: 'New role' }).click()
  await expect(page.getByLabel('Permissions')).toHaveValue('')
  await page.getByLabel('Search').fill(role)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('row').filter({ hasText: role })).toContainText('orders:*')

  await menu(page).filter({ hasText: 'Users' }).click()
  await page.getByRole('button', { name: 'New user' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password').fill('short')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('password:')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByText(role, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await page.getByLabel('Search').fill(username)
  await page.getByRole('button', { name: 'Search' }).click()
  const row = page.getByRole('row').filter({ hasText: username })
  await expect(row).toContainText(role)
  await row.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Ann Lee')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Ann Lee')
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

test('the menu, the pages and the buttons follow the permissions', async ({ api, page }) => {
  const { username } = await api.user('viewer', 'users:read')
  await page.goto(`${PAGES.admin}/roles`)
  await signIn(page, username)
  // The page that was asked for needs a permission that the user lacks.
  await expect(page.getByRole('heading', { name: `Welcome, ${username}` })).toBeVisible()
  await expect(menu(page)).toHaveText(['Home', 'Users'])
  await menu(page).filter({ hasText: 'Users' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'admin' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'New user' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeHidden()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('a user whose session an administrator ends is asked to sign in, and returns to the page', async ({ api, page }) => {
  const { id, username } = await api.user('guest', 'users:read')
  await page.goto(`${PAGES.admin}/users`)
  await signIn(page, username)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await api.call('DELETE', `/api/users/${id}/sessions`)
  await page.getByRole('button', { name: 'Search' }).click()
  await signIn(page, username)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
})
