/** More than a password on the hosted pages: passkeys, codes, trusted devices, and enrolment that a role asks for. */
import type { Page } from '@playwright/test'
import { App, Device } from './authenticators'
import { expect, linkIn, mailTo, test } from './hosted'
import { ageSessions, PASSWORD, unique, violationsInBothThemes } from './support'

// Journeys from the first factor to the last; the default of 30 seconds is for a page.
test.describe.configure({ timeout: 90_000 })

const PORT = Number(process.env.DOORWARD_TEST_PORT)
/** Browsers have no passkeys at an IP address. */
const LOCAL = `http://localhost:${PORT + 7}`
const NEW = 'an even longer password'

async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username or e-mail address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

const signedIn = (page: Page, name: string) => expect(page.getByText(`Signed in as ${name}`)).toBeVisible()

const section = (page: Page, name: string) => page.locator(`[data-section=${name}]`)

async function inLightAndDark(page: Page): Promise<void> {
  expect(await violationsInBothThemes(page)).toEqual([])
}

/** Begins to add an app. The picture and the text are there before anything counts. */
async function beginApp(page: Page): Promise<App> {
  await page.locator('[data-add-totp]').click()
  await expect(page.locator('#totp-code')).toBeFocused()
  expect(await page.locator('[data-qr]').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(20)
  return new App((await page.locator('[data-secret]').textContent())!)
}

/** The person touches the device while `work` runs. */
async function touch(device: Device, work: () => Promise<void>): Promise<void> {
  await device.present(true)
  await work()
  await device.present(false)
}

async function storeCodes(page: Page): Promise<string[]> {
  await expect(page.locator('#codes-title')).toBeFocused()
  const codes = await page.locator('[data-codes] li').allTextContents()
  expect(codes).toHaveLength(10)
  await page.locator('[data-codes-stored]').click()
  await expect(section(page, 'codes')).toBeHidden()
  return codes
}

test('a passkey is added, signs in from the empty field, by its button and after the password, and is removed', async ({ visit, api }) => {
  const name = unique('keyholder')
  const user = await api.user({ username: name })
  const page = await visit(`${LOCAL}/account/passkey`)
  await expect(page).toHaveURL(`${LOCAL}/account/sign-in?return=/account/passkey`)
  await page.goto(`${LOCAL}/account/passkey?lang=zh`)
  await expect(page).toHaveURL(`${LOCAL}/account/sign-in?lang=zh&return=/account/passkey`)
  await page.getByRole('link', { name: 'English' }).click()
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      if (options?.mediation === 'conditional') document.documentElement.dataset.offered = ''
      return get(options)
    }
  })
  const laptop = await Device.attach(page)
  await laptop.present(false)
  await signIn(page, name)
  await expect(page).toHaveURL(`${LOCAL}/account/passkey`)
  await signedIn(page, name)
  ageSessions('holding', user.id)
  await page.getByLabel('Name of the passkey (optional)').fill('Laptop')
  await touch(laptop, async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(dialog.getByLabel('Current password')).toBeFocused()
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByLabel('Current password').fill('wrong password')
    await dialog.getByRole('button', { name: 'Confirm with the password' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Confirm with the password' }).click()
    await storeCodes(page)
  })
  expect(await laptop.passkeys()).toBe(1)

  // The browser offers it in the field for the name, where nothing was typed; the person picks it at once.
  await touch(laptop, async () => {
    const entered = page.waitForResponse(/\/api\/auth\/login\/passkey$/)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    expect((await entered).status()).toBe(200)
    await signedIn(page, name)
  })
  await signOut(page)
  await expect(page.getByLabel('Username or e-mail address')).toHaveAttribute('autocomplete', 'username webauthn')
  // An offer that begins during the touch would be taken.
  await expect(page.locator('html[data-offered]')).toBeAttached()
  await touch(laptop, async () => {
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await signedIn(page, name)
  })
  await signOut(page)
  await signIn(page, name)
  await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible()
  expect(new URL(page.url()).search + new URL(page.url()).hash).not.toContain('dwf_')
  await inLightAndDark(page)
  await touch(laptop, async () => {
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await signedIn(page, name)
  })

  const passkeys = section(page, 'passkeys')
  await passkeys.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Notebook')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByText('Notebook')).toBeVisible()
  await laptop.detach()
  const key = await Device.attach(page, 'usb')
  await touch(key, async () => {
    await page.getByLabel('Name of the passkey (optional)').fill('Key')
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(passkeys.locator('li')).toHaveCount(2)
  })
  await expect(section(page, 'codes')).toBeHidden()
  await inLightAndDark(page)
  await passkeys.getByRole('button', { name: 'Remove Notebook' }).click()
  await page.getByRole('dialog', { name: 'Remove this?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys.locator('li')).toHaveCount(1)
  // A change long after the sign-in asks for the passkey itself.
  ageSessions('holding', user.id)
  await passkeys.getByRole('button', { name: 'Remove the password' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove this?' })
  await removal.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByLabel('Current password')).toBeHidden()
  await touch(key, async () => {
    await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await expect(page.getByText('Your password has been removed.')).toBeVisible()
  })
  await expect(passkeys.getByRole('button', { name: 'Remove the password' })).toBeHidden()
  await passkeys.getByRole('button', { name: 'Remove Key' }).click()
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(removal.getByRole('alert')).toHaveText('This is the last way to sign in. Add another one first.')
  await page.goto(`${LOCAL}/account`)
  await expect(section(page, 'password')).toContainText('You have no password')
  await expect(section(page, 'password').getByLabel('Current password')).toBeHidden()
})

test('codes of an app and recovery codes sign in, with and without scripts, and a trusted device is asked for none', async ({ visit, api }) => {
  const name = unique('coder')
  await api.user({ username: name })
  const page = await visit('/account/sign-in')
  await signIn(page, name)
  await signedIn(page, name)
  const app = await beginApp(page)
  expect(await violationsInBothThemes(page)).toEqual([])
  const code = await app.code()
  await page.locator('#totp-code').fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  // Nothing counts the tries here.
  await expect(page.locator('form[data-form=totp]').getByRole('alert')).toHaveText('The code is wrong. Try again.')
  await page.locator('#totp-code').fill(code)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.locator('#codes-title')).toBeFocused()
  await inLightAndDark(page)
  // Without TLS there is no clipboard. Mutant: its absence is told as "The service can't be reached".
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.locator('[data-copy-codes]').click()
  await expect.poll(() => page.evaluate(() => getSelection()!.toString().match(/\S+/g)?.length)).toBe(10)
  await expect(page.locator('[data-status]')).not.toContainText('reached')
  await page.locator('#codes-title').focus()
  const codes = await storeCodes(page)
  await signOut(page)

  await signIn(page, name)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('The code is wrong. You have 4 more tries.')
  await inLightAndDark(page)
  // Mutant: the message of the former try, with its number, is still there.
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Code' }).fill(await app.code())
  await page.getByRole('checkbox', { name: 'Trust this device' }).check()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await signedIn(page, name)
  await signOut(page)
  await signIn(page, name)
  await signedIn(page, name)
  await section(page, 'devices').getByRole('button', { name: /^Forget/ }).click()
  await expect(section(page, 'devices').getByText('No device is remembered.')).toBeVisible()
  await signOut(page)
  await signIn(page, name)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]!)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await signedIn(page, name)
  await expect(section(page, 'factors').getByText('9 left')).toBeVisible()

  const plain = await visit('/account/sign-in', { javaScriptEnabled: false })
  await signIn(plain, name)
  await plain.getByRole('button', { name: 'Use a recovery code' }).click()
  await plain.getByLabel('Recovery code').fill(codes[0]!)
  await plain.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(plain.getByRole('alert')).toHaveText('The code is wrong. You have 4 more tries.')
  await plain.getByRole('button', { name: 'Use an authenticator app' }).click()
  await plain.getByRole('textbox', { name: 'Code' }).fill(await app.code())
  await plain.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(plain).toHaveURL(/\/account$/)
  await expect(plain.getByRole('button', { name: 'Sign out' })).toBeVisible()
})

test('a role that asks for more leads through enrolment before the sign-in returns, in Chinese too', async ({ visit, api, service }) => {
  const role = unique('strict')
  expect((await api.call('POST', '/api/roles', { name: role, permissions: [], requiredStrength: 'twoFactors' })).status).toBe(200)
  const user = await api.user({ username: unique('led'), roles: [role] })
  const page = await visit(`/account/sign-in?return=${service}/healthz`, { locale: 'zh-CN' })
  await page.locator('input[name=username]').fill(user.username)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('您的角色要求使用密码以外的验证方式')).toBeVisible()
  await expect(section(page, 'password')).toBeHidden()
  await expect(section(page, 'sessions')).toBeHidden()
  await inLightAndDark(page)
  // A second tab is led to the same place.
  const tab = await page.context().newPage()
  await tab.goto('/account')
  await expect(tab.getByText('您的角色要求使用密码以外的验证方式')).toBeVisible()
  await tab.close()
  const app = await beginApp(page)
  await page.locator('#totp-code').fill(await app.code())
  await page.getByRole('button', { name: '确认', exact: true }).click()
  await storeCodes(page).catch((error: unknown) => {
    if (page.url() !== `${service}/healthz`) throw error
  })
  await expect(page).toHaveURL(`${service}/healthz`)
})

test.describe('with notices of new devices', () => {
  test.use({ service: `http://127.0.0.1:${PORT + 8}` })

  test('a sign-in that was not mine is disowned by one click', async ({ visit, api, request, service }) => {
    const name = unique('watched')
    await api.user({ username: name, email: `${name}@example.com`, emailVerified: true })
    await api.login(name, PASSWORD)
    const thief = await visit('/account/sign-in')
    await signIn(thief, name)
    await signedIn(thief, name)
    const link = linkIn(await mailTo(api, `${name}@example.com`, /New sign-in/))
    await request.head(link)
    const page = await visit('about:blank')
    const sent: string[] = []
    page.on('request', (made) => made.method() !== 'GET' && sent.push(made.url()))
    await page.goto(link)
    await expect(page.getByText('one click signs you out everywhere')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    await thief.reload()
    await expect(thief).toHaveURL(`${service}/account/sign-in`)
    await page.getByLabel('New password', { exact: true }).fill(NEW)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeFocused()
    expect((await request.post(`${service}/api/auth/login`, { data: { username: name, password: PASSWORD } })).status()).toBe(401)
    await api.login(name, NEW)
  })
})
