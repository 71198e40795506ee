/** More than a password: passkeys, authenticator apps, recovery codes, trusted devices, and roles that ask for them. */
import type { Page } from '@playwright/test'
import { App, Device } from './authenticators'
import { expect, PASSWORD, row, sidewaysScroll, signIn, test, unique, violationsInBothThemes } from './support'

const PORT = Number(process.env.DOORWARD_TEST_PORT)
// Browsers allow passkeys at a name, not at an address.
const SERVICES = { SQLite: `http://localhost:${PORT}`, PostgreSQL: `http://localhost:${PORT + 8}` }

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

const factor = (page: Page, name: string) => page.locator('section', { has: page.getByRole('heading', { name: 'Security', exact: true }) }).getByRole('listitem').filter({ hasText: name })
const strength = (page: Page) => page.locator('.card-head .strength')

/** Waits for the recovery codes of the first factor, and closes them. */
async function saveCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'I have saved the codes.' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return codes
}

/** On the clipboard and on paper: the codes and whose they are, and nothing else of the page. */
async function takeCodesAlong(page: Page, username: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  const codes = await dialog.getByRole('listitem').allTextContents()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(codes.filter((code) => copied.includes(code))).toEqual(codes)
  expect(copied).toContain(username)
  await page.evaluate(() => (window.print = () => (document.title = 'printed')))
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('printed')
  await page.emulateMedia({ media: 'print' })
  const printed = await page.evaluate(() => document.body.innerText)
  expect(printed.split(/\s+/)).toEqual(expect.arrayContaining(codes))
  expect(printed).toContain(username)
  expect(printed).not.toContain('Done')
  await page.emulateMedia({ media: null })
  await dialog.getByRole('checkbox', { name: 'I have saved the codes.' }).uncheck()
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
}

/** Types the secret into an app; its picture is there for cameras. */
async function addApp(page: Page): Promise<App> {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  const picture = dialog.getByRole('img', { name: 'QR code' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(20)
  await expect(dialog.getByLabel('Code from the authenticator app')).toBeFocused()
  // All of the secret is in sight, for an app that has no camera.
  const secret = dialog.getByLabel('Secret')
  expect(await secret.evaluate((box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)).toBe(true)
  const app = new App(await secret.inputValue())
  await dialog.getByLabel('Code from the authenticator app').fill(await app.code())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  return app
}

test.use({ actionTimeout: 15_000 })

for (const [database, service] of Object.entries(SERVICES)) {
  test.describe(database, () => {
    test.use({ baseURL: service })

    test('a user adds passkeys, signs in from an empty field, and goes without a password', async ({ open, api }) => {
      test.setTimeout(90_000)
      const username = unique('passkeys')
      await api.user({ username, email: `${username}@example.com` })
      const page = await open('/account', { as: username })
      const laptop = await Device.attach(page)
      await expect(strength(page)).toHaveText('Password')
      await addPasskey(page, 'Laptop')
      await saveCodes(page)
      await expect(factor(page, 'Laptop')).toContainText('added')
      await expect(factor(page, 'Recovery codes')).toContainText('10 codes left')
      await expect(strength(page)).toHaveText('Passkey')
      expect(await laptop.passkeys()).toBe(1)

      await laptop.present(false)
      await signOut(page)
      const field = page.getByLabel('Username')
      await expect(field).toHaveAttribute('autocomplete', 'username webauthn')
      await expect(field).toHaveValue('')
      await laptop.present(true)
      // Nothing is typed or clicked: the page offers passkeys in the field, and the user takes the only one.
      await page.reload()
      await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible()
      await expect(factor(page, 'Laptop')).toContainText('last used')

      await addPasskey(page, 'The same once more')
      await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
      await page.getByRole('dialog').press('Escape')
      await laptop.detach()
      const key = await Device.attach(page, 'usb')
      await addPasskey(page, 'Key')
      await factor(page, 'Key').getByRole('button', { name: 'Rename Key' }).click()
      await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Key ring')
      await page.getByRole('dialog', { name: 'Rename' }).getByRole('button', { name: 'Save changes' }).click()
      await expect(factor(page, 'Key ring')).toBeVisible()

      await page.getByRole('button', { name: 'Remove password' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove password' }).click()
      await expect(page.getByText('Password removed.')).toBeVisible()
      await expect(page.getByLabel('Current password')).toBeHidden()
      await page.getByRole('button', { name: 'Set a password' }).click()
      await expect(page.getByText(`the mail to ${username}@example.com is held`)).toBeVisible()
      await key.present(false)
      await signOut(page)
      await signIn(page, username, PASSWORD)
      await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.')
      await key.present(true)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible()

      await page.getByRole('button', { name: 'Remove Laptop' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('Laptop removed.')).toBeVisible()
      await page.getByRole('button', { name: 'Remove Key ring' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('This is your last way to sign in.')).toBeVisible()
      await expect(factor(page, 'Key ring')).toBeVisible()
    })

    test('a user sets an authenticator app up, trusts a device, confirms a change and uses a recovery code', async ({ open, api }) => {
      test.setTimeout(120_000)
      const username = unique('totp')
      await api.user({ username })
      const page = await open('/account', { as: username })
      const app = await addApp(page)
      await takeCodesAlong(page, username)
      const [recoveryCode] = await saveCodes(page)
      await expect(strength(page)).toHaveText('Two factors')

      await signOut(page)
      await signIn(page, username, PASSWORD)
      const secondStep = page.getByRole('heading', { name: 'Confirm that it’s you' })
      await expect(secondStep).toBeVisible()
      await page.getByRole('button', { name: 'Back' }).click()
      await signIn(page, username, PASSWORD)
      // By keyboard alone: the field has the focus, then the checkbox.
      const code = page.getByLabel('Code from the authenticator app')
      await code.fill('000000')
      await code.press('Enter')
      await expect(code).toHaveAccessibleDescription('That code is wrong, has expired or was used before.')
      await code.fill(await app.code())
      await code.press('Tab')
      await page.keyboard.press('Space')
      await expect(page.getByRole('checkbox', { name: /^Trust this device/ })).toBeChecked()
      await code.press('Enter')
      await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible()
      const devices = page.locator('section', { has: page.getByRole('heading', { name: 'Devices', exact: true }) })
      await expect(devices.getByText('Trusted', { exact: true })).toBeVisible()

      await signOut(page)
      await signIn(page, username, PASSWORD)
      await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible()
      // The trusted device stood for the second factor. A change of the factors asks for the factor itself.
      await page.getByRole('button', { name: 'New codes' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'New codes' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
      await dialog.getByLabel('Code from the authenticator app').fill(await app.code())
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      const [, newCode] = await saveCodes(page)
      expect(newCode).not.toBe(recoveryCode)

      // New codes have ended the trust.
      await expect(devices.getByText('Trusted', { exact: true })).toBeHidden()
      await signOut(page)
      await signIn(page, username, PASSWORD)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await expect(page.getByLabel('Recovery code')).toBeFocused()
      await page.getByLabel('Recovery code').fill(recoveryCode!)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByText('That code is wrong, has expired or was used before.')).toBeVisible()
      await page.getByLabel('Recovery code').fill(newCode!)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(factor(page, 'Recovery codes')).toContainText('9 codes left')
      await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect(strength(page)).toHaveText('Password')
    })
  })
}

test.describe('a role that asks for more', () => {
  test.use({ baseURL: SERVICES.SQLite })

  test('leads through the enrolment, from which no tab escapes, and on to the page', async ({ open, api }) => {
    test.setTimeout(120_000)
    const name = unique('guarded')
    const username = unique('guard')
    const role = await api.role(name, 'users:read')
    const user = await api.user({ username, name: 'Gil Guard', roles: [name] })
    const admin = await open(`/roles/${role.id}`)
    const requireSignIn = async (label: string) => {
      await admin.goto(`/console/roles/${role.id}`)
      await admin.getByLabel('Required sign-in').selectOption(label)
      await admin.getByRole('button', { name: 'Save changes' }).click()
      await expect(admin.getByText(`Role ${name} updated`).first()).toBeVisible()
    }
    await requireSignIn('Two factors')

    const page = await open(`/users?keyword=${username}`, { as: username })
    const device = await Device.attach(page)
    const title = { name: 'Protect your account' }
    await expect(page.getByRole('heading', title)).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Your roles ask for a second factor.')
    expect(await violationsInBothThemes(page)).toEqual([])
    const second = await page.context().newPage()
    await second.goto('/console/users')
    await expect(second.getByRole('heading', title)).toBeVisible()
    await second.getByRole('link', { name: 'Users' }).click()
    await expect(second.getByRole('heading', title)).toBeVisible()
    const token = (await api.login(username, PASSWORD)).token
    expect((await api.call('GET', '/api/users', undefined, token)).data.reason).toBe('enrolment_required')

    await page.bringToFront()
    await addApp(page)
    const [recoveryCode] = await saveCodes(page)
    await expect(row(page, 'Gil Guard')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`keyword=${username}`))
    await second.bringToFront()
    await second.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(second.getByRole('heading', { name: 'Users' })).toBeVisible()
    await second.close()

    // A stricter role counts from the next request, on a page that is open.
    await requireSignIn('Passkey')
    await page.getByRole('link', { name: 'Gil Guard' }).click()
    await expect(page.getByRole('alert')).toContainText('Your roles ask for a passkey.')
    await addPasskey(page, 'Laptop')
    await expect(page.getByRole('dialog', { name: 'Gil Guard' })).toBeVisible()
    await page.goto('/console/account')
    await page.getByRole('button', { name: 'Remove Laptop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Your roles ask for this factor.')).toBeVisible()

    // A sign-in that is weaker than the factors of the user is asked for the better one.
    await device.present(false)
    await signOut(page)
    await signIn(page, username, PASSWORD)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode!)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await expect(dialog).toContainText('Your roles ask for a stronger sign-in')
    await device.present(true)
    await dialog.getByRole('button', { name: 'Use passkey' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
    await expect(row(page, 'admin')).toBeVisible()

    // An administrator sees the factors and resets them.
    await admin.goto(`/console/users?keyword=${username}`)
    await expect(row(admin, 'Gil Guard').getByText('Passkey')).toBeAttached()
    await admin.goto(`/console/users/${user.id}#security`)
    const panel = admin.getByRole('dialog', { name: 'Gil Guard' })
    await expect(panel.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible()
    expect(await violationsInBothThemes(admin)).toEqual([])
    await panel.getByRole('button', { name: 'Reset factors' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Reset factors' }).click()
    await expect(panel.getByText('No factors')).toBeVisible()
    await expect(panel.locator('.strength')).toHaveText('Password')
  })
})

test('the second step works in Chinese, in the dark and on a narrow screen, expires, and follows when a session ends', async ({ open, api }) => {
  test.setTimeout(90_000)
  const username = unique('zh')
  const user = await api.user({ username })
  const { token } = await api.login(username, PASSWORD)
  const { data } = await api.call('POST', '/api/auth/factors/totp', {}, token)
  const app = new App(data.secret)
  await api.call('POST', '/api/auth/factors/totp/confirm', { id: data.id, code: await app.code() }, token)
  const page = await open('/sign-in', { as: null, chinese: true, colorScheme: 'dark', viewport: { width: 360, height: 740 } })
  const action = page.getByRole('button', { name: '登录', exact: true })
  const code = page.getByLabel('身份验证器应用中的验证码')
  const enterPassword = async () => {
    await page.getByLabel('用户名').fill(username)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await action.click()
    await expect(page.getByRole('heading', { name: '请验证身份' })).toBeVisible()
  }
  await page.clock.install()
  await enterPassword()
  await expect(code).toBeFocused()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.clock.fastForward('11:00')
  await expect(page.getByRole('alert')).toContainText('此次登录已过期')
  await page.getByRole('button', { name: '重新登录' }).click()
  await enterPassword()
  await code.fill(await app.code())
  await action.click()
  await page.getByRole('button', { name: '添加身份验证器应用' }).click()
  const dialog = page.getByRole('dialog', { name: '添加身份验证器应用' })
  await expect(dialog.getByRole('img')).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)

  // The session ends while the dialog is open, which stays: signing in again needs both factors.
  await api.call('DELETE', `/api/users/${user.id}/sessions`)
  await dialog.getByLabel('身份验证器应用中的验证码').fill('000000')
  await dialog.getByRole('button', { name: '确认' }).click()
  const again = page.getByRole('dialog', { name: '您的会话已结束' })
  await again.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await again.getByLabel('身份验证器应用中的验证码').fill(await app.code())
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await expect(again).toBeHidden()
  await expect(dialog.getByText('验证码错误、已过期或已使用过。')).toBeVisible()
})
