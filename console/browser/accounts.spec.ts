/** People get an account and look after it: by mails, and by links that an administrator copies where no mail server is set. */
import type { Page } from '@playwright/test'
import { expect, PASSWORD, signIn, test, unique, type OpenOptions } from './support'

const PORT = Number(process.env.DOORWARD_TEST_PORT)
const SERVICES = [
  { name: 'with a mail server, on SQLite', offset: 3, mails: true },
  { name: 'with a mail server, on PostgreSQL', offset: 5, mails: true },
  { name: 'without a mail server, on SQLite', offset: 7, mails: false },
  { name: 'without a mail server, on PostgreSQL', offset: 8, mails: false },
]
const NEW_PASSWORD = 'another long enough password'

type Open = (path: string, options?: OpenOptions) => Promise<Page>

/** Gets the link out of a mail: from the mail itself, or as an administrator copies it in the console. */
class Mails {
  private page: Page | null = null
  /** A link works once, so each mail is read once. */
  private readonly used = new Set<string>()

  constructor(
    private readonly open: Open,
    /** Where the mails that were sent can be read; null without a mail server. */
    readonly sent: string | null,
  ) {}

  link(address: string, page: string, kind: string): Promise<string> {
    return this.next(address, kind, 'Link in this mail', new RegExp(`http\\S+/account/${page}#token=[\\w.~-]+`))
  }

  code(address: string, kind: string): Promise<string> {
    return this.next(address, kind, 'Code in this mail', /\b\d{6}\b/)
  }

  /** Waits for a new mail: a job queues it after the request has been answered. */
  private async next(address: string, kind: string, label: string, pattern: RegExp): Promise<string> {
    let found: string | undefined
    await expect(async () => {
      found = this.sent ? await this.received(address, pattern) : await this.held(address, kind, label)
      expect(found, `a new mail to ${address}: ${kind}`).toBeTruthy()
      expect(this.used).not.toContain(found)
    }).toPass({ timeout: 40_000 })
    this.used.add(found!)
    return found!
  }

  private async received(address: string, pattern: RegExp): Promise<string | undefined> {
    const mails = (await (await fetch(`${this.sent}/?to=${encodeURIComponent(address)}`)).json()) as { text: string }[]
    return mails.map(({ text }) => pattern.exec(text)?.[0]).filter(Boolean).at(-1)
  }

  private async held(address: string, kind: string, label: string): Promise<string> {
    this.page ??= await this.open('/mail')
    await this.page.goto(`/console/mail?recipient=${encodeURIComponent(address)}&state=held`)
    await this.page.getByRole('button', { name: `${kind}, ${address}` }).first().click({ timeout: 4_000 })
    await this.page.getByRole('button', { name: 'Show content' }).click()
    await expect(this.page.getByText('Recorded in the audit log')).toBeVisible()
    return this.page.getByLabel(label).inputValue()
  }
}

async function hostedSignIn(page: Page, identifier: string, password: string): Promise<void> {
  await page.goto('/account/sign-in')
  await page.getByLabel('Username or e-mail').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible()
}

/** From the console's sign-in page to a new password. */
async function forgetAndReset(page: Page, mails: Mails, address: string, password: string): Promise<void> {
  await page.goto('/console/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Username or e-mail address').fill(address)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: mails.sent ? 'Check your mail' : 'Ask an administrator' })).toBeVisible()
  await page.goto(await mails.link(address, 'reset', 'Password reset'))
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
}

/** An administrator invites in the console; returns the link of the answer. */
async function invite(page: Page, address: string, name: string, sent: boolean): Promise<string> {
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Invite a person' })
  await panel.getByLabel('E-mail').fill(address)
  await panel.getByLabel('Name', { exact: true }).fill(name)
  await panel.getByRole('checkbox', { name: /^user/ }).check()
  await panel.getByRole('button', { name: 'Invite', exact: true }).click()
  const result = page.getByRole('dialog', { name: 'Invitation created' })
  await expect(result.getByText(sent ? `is being sent to ${address}` : `the mail to ${address} is held`)).toBeVisible()
  const link = await result.getByLabel('Invitation link').inputValue()
  await result.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await result.getByRole('button', { name: 'Done' }).click()
  return link
}

test.use({ actionTimeout: 15_000 })

for (const { name, offset, mails: sent } of SERVICES) {
  test.describe(name, () => {
    const inbox = sent ? `http://127.0.0.1:${PORT + offset + 1}` : null
    test.use({ baseURL: `http://127.0.0.1:${PORT + offset}` })

    test('a person is invited, forgets the password, changes the address and takes the change back', async ({ open }) => {
      test.setTimeout(120_000)
      const username = unique('invited')
      const address = `${username}@example.com`
      const mails = new Mails(open, inbox)

      const admin = await open('/users', { permissions: ['clipboard-read', 'clipboard-write'] })
      const copied = await invite(admin, address, 'Ivy Invited', sent)

      const person = await open('/sign-in', { as: null })
      await person.goto(sent ? await mails.link(address, 'invitation', 'Invitation') : copied)
      await person.getByRole('textbox', { name: 'Username' }).fill(username)
      await person.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await person.getByRole('button', { name: 'Accept the invitation' }).click()
      await expect(person.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible()
      await admin.goto('/console/invitations')
      await expect(admin.getByRole('row', { name: address })).toContainText('Accepted')
      // Only the link in the mail proves that the person reads mail to the address.
      await admin.goto(`/console/users?keyword=${username}`)
      await admin.getByRole('link', { name: 'Ivy Invited' }).click()
      await expect(admin.getByRole('dialog').locator('.email-state')).toHaveText(sent ? 'Verified' : 'Not verified')

      await person.context().clearCookies()
      await person.evaluate(() => localStorage.clear())
      await person.goto('/console/sign-in')
      await signIn(person, address, PASSWORD)
      await expect(person.getByRole('heading', { name: 'My account' })).toBeVisible()

      const other = await open('/sign-in', { as: null })
      await forgetAndReset(other, mails, address, NEW_PASSWORD)
      await other.goto('/console/sign-in')
      await signIn(other, username, NEW_PASSWORD)
      await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible()
      await expect(other.getByText('Verified', { exact: true })).toBeVisible()

      const moved = `moved-${address}`
      await other.getByLabel('New e-mail address').fill(moved)
      await other.getByRole('button', { name: 'Change e-mail' }).click()
      await expect(other.getByText(sent ? `Confirmation sent to ${moved}` : `the mail to ${moved} is held. Administrators find its link under Mail.`)).toBeVisible()
      await expect(other.getByText(`Waiting for confirmation: ${moved}`)).toBeVisible()
      await other.goto(await mails.link(moved, 'confirm-email', 'E-mail confirmation'))
      await other.getByRole('button', { name: 'Confirm this address' }).click()
      await expect(other.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
      await other.goto('/console/account')
      await expect(other.locator('.address')).toContainText(moved)

      const owner = await open('/sign-in', { as: null })
      await owner.goto(await mails.link(address, 'revoke-email', 'E-mail change notice'))
      await owner.getByRole('button', { name: 'Undo the change' }).click()
      await expect(owner.getByRole('heading', { name: 'Change undone' })).toBeVisible()
      await forgetAndReset(owner, mails, address, PASSWORD)
      await hostedSignIn(owner, address, PASSWORD)
      await expect(owner.getByText(address).first()).toBeVisible()
    })

    test('a person registers where registration is open', async ({ open }) => {
      test.setTimeout(60_000)
      const username = unique('registered')
      const address = `${username}@example.com`
      const page = await open('/sign-in', { as: null })
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByRole('textbox', { name: 'Username' }).fill(username)
      await page.getByLabel('E-mail address').fill(address)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
      await page.getByLabel('Code').fill(await new Mails(open, inbox).code(address, 'Registration'))
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible()
    })
  })
}
