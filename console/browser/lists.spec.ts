/** The list of users: what it shows at which width, how it is filtered and left, and which rows are chosen. */
import type { Page } from '@playwright/test'
import { type Api, expect, menu, PASSWORD, row, settled, test, unique } from './support'

/** Users of a role of their own, so that a test knows what its list has. */
async function crew(api: Api, size: number, fields: Record<string, unknown> = {}): Promise<string> {
  const role = unique('crew')
  await api.role(role)
  for (let n = 1; n <= size; n++) await api.user({ username: `${role}-${String(n).padStart(2, '0')}`, name: `Sailor ${String(n).padStart(2, '0')}`, roles: [role], ...fields })
  return role
}

const box = (page: Page, n: number) => page.getByLabel(`Select Sailor ${String(n).padStart(2, '0')}`)

test('Back undoes the page and the filter, and a panel leaves no step behind', async ({ open, api }) => {
  const role = await crew(api, 21)
  const page = await open('/users')
  await page.getByLabel('Role', { exact: true }).selectOption(role)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('21–21 of 21')).toBeVisible()
  await row(page, 'Sailor 21').getByRole('link', { name: 'Sailor 21', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText('1–20 of 21')).toBeVisible()
  await page.getByLabel('Search by name').pressSequentially('nothing')
  await expect(page.getByText('No users match')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Search by name')).toHaveValue('')
  await expect(page.getByText('1–20 of 21')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('')
})

test('past the last page the last one is shown, and the next page begins at its top', async ({ open, api }) => {
  const role = await crew(api, 21)
  const page = await open(`/users?role=${role}&page=7`)
  await expect(page.getByText('21–21 of 21')).toBeVisible()
  await expect(page).toHaveURL(/page=2$/)
  await page.getByLabel('Page, of 2').fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1–20 of 21')).toBeVisible()
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  await expect(page.getByRole('button', { name: 'Name' })).toBeInViewport()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('21–21 of 21')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('rows stay chosen over pages, Shift chooses a range, and the bar stays in sight', async ({ open, api }) => {
  const role = await crew(api, 23)
  const page = await open(`/users?role=${role}&sort=name`)
  await box(page, 2).check()
  await box(page, 5).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Bulk actions' })
  await expect(bar).toContainText('4 users selected')
  await expect(bar).toBeInViewport({ ratio: 1 })
  expect(await page.getByLabel('Select all on this page').evaluate((all: HTMLInputElement) => all.indeterminate)).toBe(true)
  await page.getByRole('button', { name: 'Next page' }).click()
  await box(page, 21).check()
  await expect(bar).toContainText('5 users selected (4 not on this page)')
  await bar.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('status').getByText('5 users disabled')).toBeVisible()
  expect((await api.call('GET', `/api/users?role=${role}&status=0`)).data.total).toBe(5)
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('link', { name: `Show users with the role ${role}` }).first().click()
  await expect(page).toHaveURL(new RegExp(`\\?role=${role}$`))
})

test('all that match get a role, and what fails is named one by one', async ({ open, api }) => {
  const role = await crew(api, 22)
  const extra = await api.role(unique('extra'))
  const page = await open(`/users?role=${role}`)
  await page.getByLabel('Select all on this page').check()
  const bar = page.getByRole('region', { name: 'Bulk actions' })
  await bar.getByRole('button', { name: 'Select all 22 that match' }).click()
  await expect(bar).toContainText('All 22 that match are selected')
  // With another filter, others may match: those on the page stay chosen, and no more.
  await page.getByLabel('Status').selectOption('Enabled')
  await expect(bar).toContainText('20 users selected')
  await bar.getByRole('button', { name: 'Select all 22 that match' }).click()
  await page.getByRole('button', { name: 'Assign roles' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('All users that match the filters')
  await dialog.getByLabel(extra.name).check()
  await dialog.getByRole('button', { name: 'Assign roles' }).click()
  await expect(page.getByRole('status').getByText('Assign roles: 22 done')).toBeVisible()
  expect((await api.call('GET', `/api/users?role=${extra.name}`)).data.total).toBe(22)

  // An administrator outranks the person who asks, so that two of the three can't be deleted.
  const manager = await api.user({ username: unique('manager'), roles: [(await api.role(unique('managers'), 'users:*')).name] })
  const word = unique('chief')
  for (const n of [1, 2]) await api.user({ username: `${word}-${n}`, name: `Chief ${n}`, roles: ['admin'] })
  await api.user({ username: `${word}-3`, name: 'Chief 3' })
  const theirs = await open(`/users?keyword=${word}`, { as: manager.username })
  await theirs.getByLabel('Select all on this page').check()
  await theirs.getByRole('button', { name: 'Delete' }).click()
  await expect(theirs.getByRole('alertdialog')).toContainText('Chief 1, Chief 2, Chief 3')
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const report = theirs.getByRole('dialog', { name: 'Delete users' })
  await expect(report.getByText('2 failures')).toBeVisible()
  // Mutant: the bar of a page that is being fetched has the same class, and takes this one to the top of the window.
  await expect(report.getByRole('progressbar')).toHaveCSS('position', 'static')
  await expect(report.getByRole('listitem').filter({ hasText: `${word}-1` })).toContainText('permissions you don’t have')
  await expect(report.getByRole('listitem').filter({ hasText: `${word}-2` })).toBeVisible()
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(theirs, 'Chief 3')).toHaveCount(0)
  await theirs.goto('/console/operations')
  await theirs.getByRole('link', { name: 'Delete users' }).click()
  await expect(theirs.getByRole('dialog').getByText('2 failures')).toBeVisible()
})

/** Mutant: no layer above the page while a menu is open (styles/overlays.css). */
test('a click beside an open menu closes it and does nothing else', async ({ open, api }) => {
  const user = await api.user({ username: unique('beside'), name: 'Beside' })
  const page = await open(`/users?keyword=${user.username}`)
  const link = page.getByRole('link', { name: 'Beside', exact: true })
  const { x, y } = (await link.boundingBox())!
  await page.getByRole('button', { name: 'Actions for Beside' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await settled(page) // The layer that takes the click comes with the next picture.
  await page.mouse.click(x + 5, y + 5)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await settled(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.mouse.click(x + 5, y + 5)
  await expect(page.getByRole('dialog')).toBeVisible()
})

/** Mutants: the dialog remembers the item of the menu, which is gone; rows have no margin to scroll to (styles/table.css). */
test('the focus returns to the row from a menu and its dialog, and is not hidden beneath the pager', async ({ open, api }) => {
  const role = await crew(api, 20)
  const page = await open(`/users?role=${role}&pageSize=50`)
  const button = page.getByRole('button', { name: /^Actions for / }).first()
  await button.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  for (let n = 0; n < 40; n++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement!.getBoundingClientRect().bottom <= document.querySelector('.list-foot')!.getBoundingClientRect().top)).toBe(true)
  }
})

test('changes of several users that fail are named one by one', async ({ open, api }) => {
  const role = await crew(api, 3)
  const page = await open(`/users?role=${role}`)
  await page.getByLabel('Select all on this page').check()
  for (const { id } of (await api.call('GET', `/api/users?role=${role}&sort=name`)).data.list.slice(1)) await api.call('DELETE', `/api/users/${id}`)
  await page.getByRole('button', { name: 'Disable' }).click()
  const failures = page.getByRole('dialog', { name: '2 failures' })
  await expect(failures.getByRole('listitem')).toHaveText(['Sailor 02 User not found.', 'Sailor 03 User not found.'])
  await failures.getByRole('button', { name: 'Close' }).click()
  await expect(row(page, 'Sailor 01')).toContainText('Disabled')
})

test('a new user is shown wherever its place is, and after a deletion the focus stays in the list', async ({ open, api }) => {
  const role = await crew(api, 21)
  const page = await open(`/users?role=${role}`)
  await page.getByRole('link', { name: 'New user' }).click()
  const panel = page.getByRole('dialog', { name: 'New user' })
  const username = unique('newcomer')
  await panel.getByLabel('Username').fill(username)
  await panel.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await panel.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(`${username}New`)
  await menu(page, username, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Sailor 01')
  await expect(page.getByRole('link', { name: 'Sailor 01', exact: true })).toBeFocused()
})

test('filters, columns and row height are in the address, and a view is saved under a name', async ({ open, api }) => {
  const role = await crew(api, 2, { phone: '+49 30 555001', mustChangePassword: true })
  const page = await open(`/users?role=${role}`)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Never signed in').check()
  await page.getByLabel('Must change password').check()
  await page.getByLabel('Phone').fill('555001')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await expect(page).toHaveURL(/neverSignedIn=true&mustChangePassword=true&phone=555001/)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Roles' }).click()
  const comfortable = (await page.getByRole('row').last().boundingBox())!.height
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await expect.poll(async () => (await page.getByRole('row').last().boundingBox())!.height).toBeLessThan(comfortable - 10)
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Idle sailors')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Roles' })).toHaveCount(0)
  const link = page.url()
  await page.getByRole('button', { name: 'Remove filter: Phone 555001' }).click()
  await expect(page).not.toHaveURL(/phone=/)
  await page.goto('/console/users')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Idle sailors', exact: true }).click()
  await expect(page).toHaveURL((url) => [...new URL(link).searchParams].every(([name, value]) => url.searchParams.get(name) === value))
  await expect(page.getByText('1–2 of 2')).toBeVisible()
})

test('a file is checked, previewed and imported, and the filtered list is exported', async ({ open, api }) => {
  const word = unique('import')
  const page = await open('/users/import')
  const content = `username,name,password,roles\n${word}-1,Imported One,a long enough password,\n${word}-2,Imported Two,a long enough password,\nhas space,Refused,a long enough password,\n`
  await page.getByLabel('File of users').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  const preview = page.getByRole('region', { name: 'Import' })
  await expect(preview.getByText('Will be created2')).toBeVisible()
  // The button that was clicked is gone.
  await expect(page.locator('#content')).toBeFocused()
  await expect(preview.getByText('Will be refused1')).toBeVisible()
  await expect(preview.getByRole('listitem')).toContainText('Data row 3: has space')
  expect((await api.call('GET', `/api/users?keyword=${word}`)).data.total).toBe(0)
  await page.reload()
  await preview.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(preview.getByText('Created2', { exact: true })).toBeVisible()
  await page.goto(`/console/users?keyword=${word}`)
  await expect(row(page, 'Imported One')).toBeVisible()
  for (const [format, head] of [['CSV', '\u00ef\u00bb\u00bfid,'], ['Excel', 'PK']] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    const stream = await (await download).createReadStream()
    const text = Buffer.concat(await stream.toArray()).toString('latin1')
    // Of CSV the bytes of the mark too, by which Excel knows UTF-8.
    expect(text.startsWith(head), text.slice(0, 80)).toBe(true)
    if (format === 'CSV') expect(text.trim().split('\n')).toHaveLength(3)
  }
})

test('the menu of columns says which of those that are chosen do not fit', async ({ open }) => {
  const page = await open('/users?columns=email,roles,status,lastLogin,created', { viewport: { width: 900, height: 800 } })
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const column = (name: string) => page.getByRole('menuitemcheckbox', { name })
  await expect(column('Created')).toHaveText('Created does not fit here')
  await expect(column('Status')).toHaveText('Status')
  // Not chosen.
  await expect(column('Phone')).toHaveText('Phone')
  await column('Phone').click()
  await expect(column('Phone')).toHaveText('Phone does not fit here')
  await page.setViewportSize({ width: 1900, height: 800 })
  await expect(column('Created')).toHaveText('Created')
  await expect(column('Phone')).toHaveText('Phone')
})

test('the confirmation for all that match counts neither service accounts nor the own account, and their being left out is no failure', async ({ open, api }) => {
  const role = await crew(api, 21)
  const manager = await api.user({ username: unique('manager'), roles: [(await api.role(unique('managers'), 'users:*', 'sessions:*', 'roles:read')).name, role] })
  for (const n of [1, 2]) await api.call('POST', '/api/service-accounts', { name: `${role}-program-${n}`, roles: [role] })
  const page = await open(`/users?role=${role}`, { as: manager.username })
  await expect(page.getByText('1–20 of 24')).toBeVisible()
  await page.getByLabel('Select all on this page').check()
  const bar = page.getByRole('region', { name: 'Bulk actions' })
  await bar.getByRole('button', { name: 'Select all 24 that match' }).click()
  // Roles are assigned to all.
  await bar.getByRole('button', { name: 'Assign roles' }).click()
  await expect(page.getByRole('dialog', { name: 'Assign roles to 22 users?' })).toContainText('All users that match the filters. Service accounts are left out.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Disable 21 users?' })
  await expect(dialog).toContainText('All users that match the filters. Service accounts and your own account are left out. They are signed out')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  // With a failure, the report would stay open.
  await expect(page.getByRole('status').getByText('Disable users: 21 done')).toBeVisible()
})

/** Mutant: columns of times as wide as in English (timeWidths.ts), in a language that needs less. */
test('an address gets the width that a language does not need for times', async ({ open, api }) => {
  const word = unique('wide')
  const address = `a.papad.${word}@example.com`
  await api.user({ username: word, name: 'Ann Wide', email: address })
  const page = await open(`/users?keyword=${word}`, { chinese: true, viewport: { width: 1440, height: 900 } })
  await settled(page)
  expect(await page.getByTitle(address).evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true)
})

for (const width of [1280, 390]) {
  test(`an outage covers no title of a panel, in a window of ${width} pixels`, async ({ open, api }) => {
    const user = await api.user({ username: unique('titled'), name: 'Titled Person' })
    // The text is longest in German.
    for (const language of ['en', 'de']) {
      const page = await open(`/users/${user.id}`, { language, viewport: { width, height: 800 } })
      await settled(page)
      const panel = page.getByRole('dialog')
      // What asks the service next learns of the outage.
      await page.context().setOffline(true)
      await panel.locator('.input').first().fill('other-name')
      await panel.locator('button[type=submit]').click()
      const banner = page.locator('.banner')
      await expect(banner).toBeInViewport({ ratio: 1 })
      const [above, head] = [(await banner.boundingBox())!, (await panel.locator('.panel-head').boundingBox())!]
      const apart = above.y + above.height <= head.y || above.x + above.width <= head.x
      expect(apart, `${language}: ${JSON.stringify([above, head])}`).toBe(true)
    }
  })
}

test('an ID that is no number is refused at its field, and one with spaces around it is taken', async ({ open, api }) => {
  const user = await api.user({ username: unique('numbered'), name: 'By Number' })
  const page = await open('/users')
  await page.getByRole('button', { name: 'Filters' }).click()
  const field = page.getByLabel('ID', { exact: true })
  for (const wrong of ['abc', '12a', '0', '-5']) {
    await field.fill(wrong)
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(field).toHaveAccessibleDescription('An ID is a number, such as 42')
    await expect(field).toBeFocused()
    await expect(page).toHaveURL(/users$/)
  }
  await field.fill(` ${user.id} `)
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`users\\?id=${user.id}$`))
  await expect(row(page, 'By Number')).toBeVisible()
})

test('an outage leaves the menu where it is', async ({ open }) => {
  const page = await open('/users')
  await settled(page)
  const place = () => page.getByRole('navigation', { name: 'Main' }).boundingBox()
  const before = await place()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Connection lost')).toBeVisible()
  expect(await place()).toEqual(before)
})

test('who may not list roles is not told that there are none', async ({ open, api }) => {
  const role = await api.role(unique('clerks'), 'users:read', 'users:update')
  const clerk = await api.user({ username: unique('clerk'), roles: [role.name] })
  const user = await api.user({ username: unique('plain') })
  const page = await open(`/users/${user.id}`, { as: clerk.username })
  await expect(page.getByText('You can’t list roles')).toBeVisible()
  await expect(page.getByText('No roles', { exact: true })).toHaveCount(0)
})
