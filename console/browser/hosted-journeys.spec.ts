/** The ways through the hosted pages, from the first click to the mail and back, on every kind of service. */
import type { Page } from '@playwright/test'
import { codeIn, expect, linkIn, mailTo, SERVICES, test } from './hosted'
import { ageSessions, PASSWORD, unique } from './support'

// A journey has up to four mails, which jobs send; the default of 30 seconds is for a page.
test.describe.configure({ timeout: 90_000 })

const NEW = 'an even longer password'

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username or e-mail address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const signedIn = (page: Page, name: string) => expect(page.getByText(`Signed in as ${name}`)).toBeVisible()

for (const [kind, service] of Object.entries(SERVICES)) {
  test.describe(kind, () => {
    test.use({ service })
    /** What to do after a link was asked for. */
    const asked = kind.endsWith('without a mail server') ? 'Ask an administrator' : 'Check your mail'

    test('a person registers with the code, and another by the link', async ({ visit, api }) => {
      const [first, second] = [unique('new'), unique('new')]
      const page = await visit('/account/sign-in')
      for (const name of [first, second]) {
        await page.goto('/account/sign-in')
        await page.getByRole('link', { name: 'Create an account' }).click()
        await page.getByRole('textbox', { name: 'Username' }).fill(name)
        await page.getByLabel('E-mail address').fill(`${name}@example.com`)
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
        await page.getByRole('button', { name: 'Create account' }).click()
        await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
        const mail = await mailTo(api, `${name}@example.com`)
        if (name === first) {
          await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(mail))
          await page.getByRole('button', { name: 'Confirm' }).click()
          await signedIn(page, name)
          await page.getByRole('button', { name: 'Sign out', exact: true }).click()
          await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
        } else {
          await page.goto(linkIn(mail))
          await page.getByLabel('Password that you chose').fill(PASSWORD)
          await page.getByRole('button', { name: 'Confirm' }).click()
          await signedIn(page, name)
        }
      }
    })

    test('a forgotten password is reset by mail', async ({ visit, api }) => {
      const name = unique('forgetful')
      await api.user({ username: name, email: `${name}@example.com` })
      const page = await visit('/account/sign-in')
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByLabel('Username or e-mail address').fill(`${name}@example.com`)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByRole('heading', { name: asked })).toBeFocused()
      await page.goto(linkIn(await mailTo(api, `${name}@example.com`)))
      await page.getByLabel('New password', { exact: true }).fill('short')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Must have at least 8 characters')).toBeVisible()
      await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
      await page.getByLabel('New password', { exact: true }).fill(NEW)
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByRole('heading', { name: 'Password changed' })).toBeFocused()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await signIn(page, `${name}@example.com`, NEW)
      await signedIn(page, name)
    })

    test('an invitation is accepted by the mailed link', async ({ visit, api }) => {
      const name = unique('invited')
      const email = `${name}@example.com`
      expect((await api.call('POST', '/api/invitations', { email, name: 'Ann Lee' })).status).toBe(200)
      const link = linkIn(await mailTo(api, email))
      const page = await visit(link)
      await expect(page.getByText(`has invited you at ${email}`)).toBeVisible()
      await expect(page.getByLabel('Name', { exact: false }).last()).toHaveValue('Ann Lee')
      await page.getByLabel('Username').fill(name)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Accept the invitation' }).click()
      await signedIn(page, 'Ann Lee')
      const again = await visit(link)
      await expect(again.getByRole('alert')).toHaveText(/This invitation is not valid any more/)
      await expect(again.getByRole('button', { name: 'Accept the invitation' })).toBeHidden()
    })

    test('a code signs in, in the window that asked for it', async ({ visit, api }) => {
      const name = unique('coded')
      await api.user({ username: name, email: `${name}@example.com` })
      const page = await visit('/account/code')
      await page.getByLabel('Username or e-mail address').fill(name)
      await page.getByRole('button', { name: 'Send the code' }).click()
      await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
      const code = codeIn(await mailTo(api, `${name}@example.com`))
      await page.getByRole('textbox', { name: 'Code' }).fill(code === '000000' ? '000001' : '000000')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toHaveText('The code is wrong. You have 4 more tries.')
      await page.getByRole('textbox', { name: 'Code' }).fill(code)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await signedIn(page, name)
    })

    test('a new address counts once it is confirmed, and the former one takes it back', async ({ visit, api }) => {
      const name = unique('moving')
      const [old, other] = [`${name}@example.com`, `${name}@other.example`]
      const user = await api.user({ username: name, email: old })
      const page = await visit('/account/sign-in')
      await signIn(page, name, PASSWORD)
      await signedIn(page, name)
      await page.getByLabel('Name', { exact: true }).fill('Typed, not saved')
      await page.getByLabel('New e-mail address').fill(other)
      await page.getByRole('button', { name: 'Change address' }).click()
      await expect(page.getByText(kind.endsWith('without a mail server') ? 'so the mail is held. Ask an administrator for its link.' : 'A mail with a link is on its way')).toBeVisible()
      await expect(page.getByText(`${other} takes its place`)).toBeVisible()
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed, not saved')
      await page.goto(linkIn(await mailTo(api, other)))
      await page.getByRole('button', { name: 'Confirm this address' }).click()
      await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeFocused()
      expect((await api.call('GET', `/api/users/${user.id}`)).data).toMatchObject({ email: other, emailVerified: true })
      await page.goto(linkIn(await mailTo(api, old)))
      await page.getByRole('button', { name: 'Undo the change' }).click()
      await expect(page.getByRole('heading', { name: 'Change undone' })).toBeFocused()
      expect((await api.call('GET', `/api/users/${user.id}`)).data).toMatchObject({ email: old })
    })

    test('without scripts, passwords and codes sign in, and links can be pasted', async ({ visit, api }) => {
      const name = unique('plain')
      await api.user({ username: name, email: `${name}@example.com` })
      const page = await visit('/account/sign-in', { javaScriptEnabled: false })
      await signIn(page, name, 'wrong password')
      await expect(page.getByRole('alert')).toHaveText('Wrong username, address or password.')
      await signIn(page, name, PASSWORD)
      await expect(page).toHaveURL(`${service}/account`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('link', { name: 'Sign in with a code by mail' }).click()
      await page.getByLabel('Username or e-mail address').fill(name)
      await page.getByRole('button', { name: 'Send the code' }).click()
      await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(await mailTo(api, `${name}@example.com`)))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(`${service}/account`)
      await page.goto('/account/forgot')
      await page.getByLabel('Username or e-mail address').fill(name)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByRole('heading', { name: asked })).toBeVisible()
      const link = linkIn(await mailTo(api, `${name}@example.com`, /reset|password/i))
      await page.goto(link)
      await page.getByLabel('Link from the mail').fill(link)
      await page.getByLabel('New password', { exact: true }).fill(NEW)
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await signIn(page, name, NEW)
      await expect(page).toHaveURL(`${service}/account`)
    })
  })
}

test('name, password and sessions are changed on the page of the account', async ({ visit, api }) => {
  const name = unique('self')
  await api.user({ username: name })
  await api.login(name, PASSWORD)
  const page = await visit('/account/sign-in')
  await signIn(page, name, PASSWORD)
  await signedIn(page, name)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ann Lee')
  await page.getByRole('button', { name: 'Save' }).click()
  await signedIn(page, 'Ann Lee')
  await expect(page.locator('.sessions li')).toHaveCount(2)
  await page.getByRole('button', { name: /^End the session on/ }).click()
  await expect(page.locator('.sessions li')).toHaveCount(1)
  const form = page.locator('form[data-form=password]')
  await form.getByLabel('Current password').fill('wrong password')
  await form.getByLabel('New password', { exact: true }).fill(NEW)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByRole('alert')).toHaveText('The password is wrong.')
  await form.getByLabel('Current password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  await page.reload()
  await signedIn(page, 'Ann Lee')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, name, NEW)
  await signedIn(page, 'Ann Lee')
})

test('a change of the address long after the sign-in asks for the password', async ({ visit, api }) => {
  const name = unique('stale')
  const user = await api.user({ username: name, email: `${name}@example.com` })
  const page = await visit('/account/sign-in')
  await signIn(page, name, PASSWORD)
  await signedIn(page, name)
  ageSessions('holding', user.id)
  await page.getByLabel('New e-mail address').fill(`${name}@other.example`)
  await page.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await dialog.getByLabel('Current password').fill('not it')
  await dialog.getByRole('button', { name: 'Confirm with the password' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was changed')).toBeVisible()
  await page.getByRole('button', { name: 'Change address' }).click()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm with the password' }).click()
  await expect(page.getByText(`${name}@other.example takes its place`)).toBeVisible()
  // The session goes on with the new tokens.
  await page.reload()
  await signedIn(page, name)
})

test('a password that an administrator chose is changed first, and then the sign-in returns', async ({ visit, api, service }) => {
  const name = unique('given')
  await api.user({ username: name, mustChangePassword: true })
  const page = await visit(`/account/sign-in?return=${service}/healthz`)
  await signIn(page, name, PASSWORD)
  await expect(page.getByText('Choose a new password to continue.')).toBeVisible()
  await expect(page.getByLabel('New e-mail address')).toBeHidden()
  await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(`${service}/healthz`)
})

test('a sign-in returns to an address of the list, and to no other', async ({ visit, api, service }) => {
  const name = unique('returning')
  await api.user({ username: name })
  const page = await visit(`/account/sign-in?return=${service}/healthz`)
  await signIn(page, name, PASSWORD)
  await expect(page).toHaveURL(`${service}/healthz`)
  for (const javaScriptEnabled of [true, false]) {
    const other = await visit(`/account/sign-in?return=https://evil.example/`, { javaScriptEnabled })
    await signIn(other, name, PASSWORD)
    await expect(other).toHaveURL(`${service}/account`)
  }
  const plain = await visit(`/account/sign-in?return=${service}/healthz`, { javaScriptEnabled: false })
  await signIn(plain, name, PASSWORD)
  await expect(plain).toHaveURL(`${service}/healthz`)
})

test('an administrator gets to the console, and a form that was sent without its script is a sign-in as well', async ({ visit, api }) => {
  const page = await visit('/account/sign-in')
  await signIn(page, 'admin', 'correct horse battery staple')
  await expect(page).toHaveURL(/\/console\//)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const name = unique('early')
  await api.user({ username: name })
  const early = await visit('about:blank')
  // The script does not arrive before the person submits.
  await early.route('**/assets/*.js', (route) => route.abort())
  await early.goto('/account/sign-in')
  await signIn(early, name, PASSWORD)
  await early.unroute('**/assets/*.js')
  await early.reload()
  await signedIn(early, name)
})
