/** Rows of lists open by a click anywhere in them, as their first link or button does, which the keyboard keeps. */
import type { Locator, Page } from '@playwright/test'
import { expect, row, test, unique } from './support'

/** The cell at a position from the start, without what is in it: its padding at the end. */
const inside = async (cell: Locator) => ({ position: { x: (await cell.boundingBox())!.width - 4, y: 6 } })

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(start.x + 1, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width - 1, end.y + end.height / 2, { steps: 5 })
  await page.mouse.up()
}

test('a click in a row of the users opens the panel over the same list, and the focus returns to its link', async ({ open, api }) => {
  const user = await api.user({ username: unique('rowed'), name: 'Row Clicked', email: `${unique('row')}@example.com`, roles: ['user'] })
  const page = await open(`/users?keyword=${user.username}`)
  const line = row(page, 'Row Clicked')
  const panel = page.getByRole('dialog', { name: 'Row Clicked' })
  for (const cell of [line.getByText(user.email), line.getByText('Enabled')]) {
    await cell.click()
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/users/${user.id}\\?keyword=${user.username}$`))
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(line.getByRole('link', { name: 'Row Clicked' })).toBeFocused()
  }
  // Beside the tag of a role, and in a row that is chosen.
  await line.getByRole('checkbox').check()
  await line.getByRole('cell').nth(3).click(await inside(line.getByRole('cell').nth(3)))
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(line.getByRole('checkbox')).toBeChecked()
})

test('checkboxes, links and buttons of a row keep their own meaning, and text can be selected', async ({ open, api }) => {
  const user = await api.user({ username: unique('meaning'), name: 'Own Meaning', email: `${unique('own')}@example.com`, roles: ['user'] })
  const page = await open(`/users?keyword=${user.username}`)
  const line = row(page, 'Own Meaning')
  const stays = async () => {
    // What would open is opened after the next picture.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(resolve)))))
    await expect(page).not.toHaveURL(new RegExp(`/users/${user.id}`))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await line.getByRole('checkbox').click()
  await expect(line.getByRole('checkbox')).toBeChecked()
  await stays()
  // Missed by a few pixels.
  await line.getByRole('cell').first().click({ position: { x: 3, y: 3 } })
  await stays()
  await drag(page, line.getByText(user.email), line.getByText(user.email))
  expect(await page.evaluate(() => String(getSelection()))).toContain(user.email.slice(1, -1))
  await stays()
  // Pressed on the checkbox, released elsewhere: taken back.
  await drag(page, line.getByRole('checkbox'), line.getByText('Enabled'))
  await stays()
  await page.getByRole('button', { name: 'Actions for Own Meaning' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await stays()
  await line.getByRole('link', { name: 'Show users with the role user' }).click()
  await expect(page).toHaveURL(/\/users\?role=user$/)
})

test('Ctrl and the middle button open the user of a row in another tab', async ({ open, api }) => {
  const user = await api.user({ username: unique('tabs'), name: 'Other Tab', email: `${unique('tab')}@example.com` })
  const page = await open(`/users?keyword=${user.username}`)
  const cell = row(page, 'Other Tab').getByText(user.email)
  for (const options of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const opening = page.context().waitForEvent('page')
    await cell.click(options)
    const other = await opening
    await expect(other).toHaveURL(new RegExp(`/users/${user.id}$`))
    await other.close()
    await expect(page).toHaveURL(/\/users\?keyword=/)
  }
})

test('a click in a row of the audit log and of the mail queue opens the entry and the mail', async ({ open, api }) => {
  const user = await api.user({ username: unique('trail'), name: 'Trail' })
  const address = `${unique('queued')}@example.com`
  await api.call('POST', '/api/invitations', { email: address, name: 'Queued', roles: [] })
  const page = await open(`/audit?target=${user.username}`)
  const entry = page.getByRole('row').filter({ hasText: 'User created' })
  await entry.getByText(user.username).click()
  await expect(page.getByRole('dialog', { name: 'User created' })).toBeVisible()
  await expect(page).toHaveURL(/entry=/)
  await page.keyboard.press('Escape')
  await expect(entry.getByRole('button')).toBeFocused()
  await drag(page, entry.getByText(user.username), entry.getByText(user.username))
  await expect(page).not.toHaveURL(/entry=/)

  await page.goto(`/console/mail?recipient=${address}`)
  const mail = page.getByRole('row').filter({ hasText: address })
  await mail.getByText('Held').click()
  await expect(page.getByRole('dialog', { name: 'Invitation' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(mail.getByRole('button').first()).toBeFocused()
})
