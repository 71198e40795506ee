/** What a user has typed: it is not lost by one key, and messages about it go away with it. */
import { expect, settled, test, unique } from './support'

test('Escape asks before it closes a dialog with unsaved metadata', async ({ open, api }) => {
  const { id } = await api.user({ username: unique('typed') })
  const page = await open(`/users/${id}/overview`)
  await page.getByRole('button', { name: 'Edit metadata' }).click()
  await page.getByLabel('JSON').fill('{"department": "sales"}')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('JSON')).toHaveValue('{"department": "sales"}')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('JSON')).toHaveCount(0)
})

test('metadata that was changed meanwhile can still be saved', async ({ open, api }) => {
  const { id } = await api.user({ username: unique('typed'), metadata: { city: 'Bonn' } })
  const page = await open(`/users/${id}/overview`)
  await page.getByRole('button', { name: 'Edit metadata' }).click()
  await page.getByLabel('JSON').fill('{"city": "Ulm"}')
  await api.call('PUT', `/api/users/${id}`, { metadata: { city: 'Kiel' } })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'This was changed while you edited it.' })
  await expect(conflict.getByRole('radio', { name: 'Yours' })).toBeChecked()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('JSON')).toHaveCount(0)
  expect((await api.call('GET', `/api/users/${id}`)).data.metadata).toEqual({ city: 'Ulm' })
})

test('the message about a field goes away when its value changes, and the others stay', async ({ open }) => {
  const page = await open('/users/new')
  await settled(page)
  const panel = page.getByRole('dialog', { name: 'New user' })
  await panel.getByLabel('Username').fill('admin')
  await panel.getByLabel('E-mail', { exact: true }).fill('no address')
  await panel.getByLabel('Password', { exact: true }).fill('password')
  await panel.getByRole('button', { name: 'Create user' }).click()
  await expect(panel.getByText('Is among the most common passwords')).toBeVisible()
  await panel.getByRole('button', { name: 'Generate' }).click()
  await expect(panel.getByText('Is among the most common passwords')).toHaveCount(0)
  await expect(panel.getByText('Is already in use')).toBeVisible()
})
