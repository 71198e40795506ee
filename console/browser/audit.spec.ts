import { readFile } from 'node:fs/promises'
import { expect, PASSWORD, test, unique } from './support'

test('the audit log is filtered through the URL, shows the changes of an entry, and is exported', async ({ open, api }) => {
  const user = await api.user({ username: unique('audited'), name: 'Before' })
  await api.call('PUT', `/api/users/${user.id}`, { name: 'After' })
  const page = await open('/audit')
  await page.getByLabel('Filter by target').fill(user.username)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Action', { exact: true }).selectOption('User updated')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`target=${user.username}&action=user.updated$`))
  await page.getByRole('button', { name: 'User updated' }).click()
  const panel = page.getByRole('dialog', { name: 'User updated' })
  await expect(panel.locator('del')).toHaveText('Before')
  await expect(panel.locator('ins')).toHaveText('After')
  await expect(panel).toContainText('admin (user:1)')
  await page.keyboard.press('Escape')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file.startsWith('\ufeffid,'), file.slice(0, 80)).toBe(true)
  expect(file.trim().split('\n')).toHaveLength(2)
  expect(file).toContain('user.updated')
  await page.getByLabel('From').fill('2001-01-01')
  await page.getByLabel('To', { exact: true }).fill('2001-01-31')
  await expect(page.getByText('No entries match')).toBeVisible()
})

test('a long audit log is loaded in pages', async ({ open, api }) => {
  const user = await api.user({ username: unique('busy'), name: 'Name 0' })
  for (let n = 1; n <= 55; n++) await api.call('PUT', `/api/users/${user.id}`, { name: `Name ${n}` })
  const page = await open(`/audit?target=${user.username}&action=user.updated`)
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('row')).toHaveCount(56)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
})

/** A time zone in which it is another day now than in UTC: east of it from 10 o'clock on, west of it before. */
const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
const dayThere = (time: Date | number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(time)

test('the days of the filter are those where the browser is, in the list and in the export', async ({ open, api }) => {
  const user = await api.user({ username: unique('dated') })
  const { time } = (await api.call('GET', `/api/audit?target=user:${user.id}`)).data.list[0]
  const [day, dayBefore] = [dayThere(new Date(time)), dayThere(Date.parse(time) - 86_400_000)]
  expect(day).not.toBe(time.slice(0, 10))
  const page = await open(`/audit?target=${user.username}`, { timezoneId: zone })
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('From').fill(day)
  await page.getByLabel('To', { exact: true }).fill(day)
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}$`))
  await expect(page.getByRole('row').nth(1)).toContainText('User created')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('user.created')
  await page.getByLabel('From').fill(dayBefore)
  await page.getByLabel('To', { exact: true }).fill(dayBefore)
  await expect(page.getByText('No entries match')).toBeVisible()
})

test('a bar of the overview is a day of UTC, says so elsewhere, and leads to the entries that it counts', async ({ open, api }) => {
  const user = await api.user({ username: unique('utc') })
  await api.login(user.username, PASSWORD)
  const page = await open('/?days=7', { timezoneId: zone })
  const chart = page.getByRole('region', { name: 'Sign-ins over time' })
  await expect(chart.getByText('Days in UTC')).toBeVisible()
  const today = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date())
  const last = chart.getByRole('link', { name: /succeeded/ }).last()
  await expect(last).toHaveAccessibleName(new RegExp(`^${today}: `))
  await last.press('Enter')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\dT00:00:00.000Z&to=\d{4}-\d\d-\d\dT00:00:00.000Z$/)
  await page.getByLabel('Filter by target').fill(user.username)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText('Signed in')
  const inUtc = await open('/', { timezoneId: 'UTC' })
  await expect(inUtc.getByRole('region', { name: 'Sign-ins over time' }).getByRole('link').first()).toBeVisible()
  await expect(inUtc.getByText('Days in UTC')).toBeHidden()
})

test('what an administrator did as a user is shown as theirs, in the list and in the entry', async ({ open, api }) => {
  const [user, other] = [await api.user({ username: unique('acted'), roles: ['admin'] }), await api.user({ username: unique('other') })]
  const { data: acting } = await api.call('POST', `/api/users/${user.id}/impersonate`)
  expect((await api.call('PUT', `/api/users/${other.id}`, { name: 'Changed' }, acting.token)).status).toBe(200)
  const page = await open(`/audit?target=${other.username}&action=user.updated`)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('admin acts as the user')
  await row.getByRole('button').click()
  const panel = page.getByRole('dialog', { name: 'User updated' })
  await expect(panel).toContainText(`${user.username} (user:${user.id}), admin acts as the user`)
  await expect(panel).toContainText('Acting administrator')
  await expect(panel).not.toContainText('{')
})
