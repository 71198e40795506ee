/** Sign-ins from a device that must prove a mailed code, in the console and on the hosted pages. */
import { codeIn, expect, mailTo, test } from './hosted'
import { PASSWORD, unique, violationsInBothThemes } from './support'

test.use({ service: `http://127.0.0.1:${Number(process.env.DOORWARD_TEST_PORT) + 9}` })

const PAGES = {
  console: { path: '/console/sign-in', name: 'Username or e-mail', code: 'Code from the mail' },
  'hosted pages': { path: '/account/sign-in', name: 'Username or e-mail address', code: 'Code' },
}

for (const [where, { path, name, code }] of Object.entries(PAGES)) {
  test(`a new device proves a mailed code, and can ask for another one within the limits: ${where}`, async ({ visit, api }) => {
    const username = unique('newcomer')
    await api.user({ username, email: `${username}@example.com` })
    await api.login(username, PASSWORD) // The first sign-in of all is from no new device.
    const page = await visit(path)
    await page.getByLabel(name).fill(username)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const field = page.getByLabel(code, { exact: true }).filter({ visible: true })
    await expect(field).toBeFocused()
    await page.clock.install()
    const first = codeIn(await mailTo(api, `${username}@example.com`))
    await page.getByRole('button', { name: 'Send another code' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'A new code replaces the former one' })).toBeVisible()
    let second = first
    await expect.poll(async () => (second = codeIn(await mailTo(api, `${username}@example.com`)))).not.toBe(first)
    await expect(page.getByRole('button', { name: /^Send another code in \d+ seconds$/ })).toBeVisible()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.clock.fastForward(31_000)
    await page.getByRole('button', { name: 'Send another code', exact: true }).click()
    await expect(page.getByText('Too many mails were asked for.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Send another code in [\d,]{2,} seconds$/ })).toBeVisible()
    await field.fill(second)
    await page.getByRole('button', { name: /^(Sign in|Confirm)$/ }).click()
    await expect(page.getByText(where === 'console' ? 'My account' : `Signed in as ${username}`).first()).toBeVisible()
  })
}
