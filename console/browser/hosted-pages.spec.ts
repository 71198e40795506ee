/** How the hosted pages look and behave in a browser: accessibility, size, keyboard, and links that must not be used up. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SERVICES, expect, linkIn, mailTo, test } from './hosted'
import { PASSWORD, sidewaysScroll, unique, violationsInBothThemes } from './support'

const TOKEN = '#token=dwl_not-a-real-token'
const PAGES = ['sign-in', 'register', 'forgot', `reset${TOKEN}`, `invitation${TOKEN}`, `confirm-registration${TOKEN}`, `confirm-email${TOKEN}`, `revoke-email${TOKEN}`, `not-me${TOKEN}`, 'code', 'reset']
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } }
/** With this variable, pictures of all pages are written there, to be looked at. */
const IMAGES = process.env.DOORWARD_TEST_IMAGES
// A test opens a dozen pages and runs axe on each.
test.describe.configure({ timeout: 180_000 })

// The language changes the markup, and the size the layout; the theme changes colours alone.
const VARIANTS = [
  { size: 'phone', locale: 'en-GB' },
  { size: 'desktop', locale: 'zh-CN' },
] as const

/** Checks a page in both themes and in both sizes, and takes pictures of all four. */
async function check(page: Page, name: string, size: keyof typeof SIZES): Promise<void> {
  expect(await violationsInBothThemes(page)).toEqual([])
  for (const other of [size, ...Object.keys(SIZES).filter((key) => key !== size)] as (keyof typeof SIZES)[]) {
    await page.setViewportSize(SIZES[other])
    await expect.poll(() => sidewaysScroll(page), { message: `${page.url()}, ${other}` }).toBe(0)
    for (const colorScheme of IMAGES ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(IMAGES!, 'hosted', `${name}-${other}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.setViewportSize(SIZES[size])
}

async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit].primary:visible').click()
}

for (const { size, locale } of VARIANTS) {
  test(`axe finds no serious violation on any page, and none scrolls sideways: ${size}, ${locale}`, async ({ visit, api }) => {
    const user = await api.user({ username: unique('axe'), email: `${unique('axe')}@example.com` })
    const page = await visit('/account/sign-in', { locale, viewport: SIZES[size] })
    for (const name of PAGES) {
      await page.goto('about:blank')
      await page.goto(`/account/${name}`)
      await check(page, `${name.replace(TOKEN, '-link')}-${locale}`, size)
    }
    await page.goto('/account/sign-in')
    await signIn(page, user.username, 'wrong password')
    await expect(page.getByRole('alert')).toBeVisible()
    await check(page, `wrong-password-${locale}`, size)
    await signIn(page, user.username)
    await expect(page.locator('[data-account]')).toBeVisible()
    await expect(page.locator('.sessions li').first()).toBeVisible()
    await check(page, `account-${locale}`, size)
  })
}

test.describe('with a brand', () => {
  // Other tests of this service do not look at the brand.
  test.use({ service: SERVICES['PostgreSQL and a mail server'] })

  test('name, links and colour of a brand are shown, with enough contrast in light and dark', async ({ visit, api }) => {
    const page = await visit('/account/sign-in')
    for (const colour of ['#000000', '#707070', '#0a7a4b']) {
      const links = [{ label: 'Privacy', address: 'https://example.com/privacy' }]
      expect((await api.call('PUT', '/api/branding', { name: 'Example', colour, footerLinks: links })).status).toBe(200)
      await page.reload()
      expect(await violationsInBothThemes(page)).toEqual([])
    }
    await expect(page.getByRole('link', { name: 'Privacy' })).toBeVisible()
    await expect(page).toHaveTitle('Sign in · Example')
    const fill = await page.getByRole('button', { name: 'Sign in' }).evaluate((button) => getComputedStyle(button).backgroundColor)
    expect(fill).not.toBe('rgb(79, 70, 229)')
    // A name of one word that is wider than a phone. Mutant: the whole page scrolls sideways.
    expect((await api.call('PUT', '/api/branding', { name: 'Bundesverwaltungsamtsmitarbeiteranmeldedienst' })).status).toBe(200)
    await page.setViewportSize(SIZES.phone)
    await page.reload()
    await expect.poll(() => sidewaysScroll(page)).toBe(0)
    expect((await api.call('PUT', '/api/branding', { name: null, colour: null, footerLinks: null })).status).toBe(200)
  })
})

test('the name stands beside its icon', async ({ visit }) => {
  const page = await visit('/account/forgot')
  const brand = page.getByRole('banner').getByRole('link')
  const [icon, name] = await Promise.all([brand.locator('img').boundingBox(), brand.locator('span').boundingBox()])
  expect(Math.abs(icon!.y + icon!.height / 2 - name!.y - name!.height / 2)).toBeLessThan(2)
  expect(name!.x - icon!.x - icon!.width).toBeGreaterThan(4)
})

test('the first load stays within 30 KB compressed', async ({ visit }) => {
  const page = await visit('about:blank')
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  let bytes = 0
  let files = 0
  client.on('Network.loadingFinished', ({ encodedDataLength }) => ((bytes += encodedDataLength), (files += 1)))
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto('/account/sign-in')
  await page.waitForLoadState('networkidle')
  expect(files).toBeGreaterThan(3)
  expect(bytes).toBeLessThan(30_000)
  console.log(`hosted pages, first load: ${files} files, ${(bytes / 1000).toFixed(1)} KB`)
})

test('signing in needs no mouse, and an error takes the focus', async ({ visit, api }) => {
  const user = await api.user({ username: unique('keys') })
  const page = await visit('/account/sign-in')
  const active = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
  await expect(page.locator('.show-password')).toBeVisible()
  const order: (string | null | undefined)[] = []
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('Tab')
    order.push(await active())
  }
  expect(order).toEqual(['Doorward', 'username', 'password', 'Show', 'Sign in'])
  expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe('solid')
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=username]')).toBeFocused()
  await expect(page.locator('input[name=username]')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type(user.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.locator('input[name=password]').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText(`Signed in as ${user.username}`)).toBeVisible()
})

test('the token of a link leaves the address bar and the history at once, and survives a change of language', async ({ visit }) => {
  const page = await visit(`/account/reset${TOKEN}`)
  await expect(page).toHaveURL(/\/account\/reset$/)
  await expect(page.getByLabel('Link from the mail')).toBeHidden()
  await page.getByRole('link', { name: '简体中文' }).click()
  await expect(page).toHaveURL(/\/account\/reset\?lang=zh$/)
  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await expect(page.locator('input[name=token]')).toHaveValue('dwl_not-a-real-token')
  await page.goBack()
  await expect(page).toHaveURL(/\/account\/reset$/)
})

test('a link without its token can be pasted', async ({ visit }) => {
  const page = await visit('/account/reset')
  await page.getByLabel('Link from the mail').fill(`http://127.0.0.1/account/reset${TOKEN}`)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await expect(page.getByText('3 more characters needed')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('long enough now')
  await expect(page.getByText('Long enough')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toHaveText('This link is not valid, has expired or was used before. Ask for a new one.')
})

/** Mutant: a page that submits its form as soon as it has the token, as some do to save a click. */
test('a scanner that opens every link, runs its scripts and waits uses none up', async ({ visit, api, request }) => {
  const name = unique('scanned')
  const email = `${name}@other.example`
  await api.user({ username: name, email: `${name}@example.com` })
  const { token } = await api.login(name, PASSWORD)
  expect((await api.call('PUT', '/api/auth/email', { email }, token)).status).toBe(200)
  // The page of this link needs one click and nothing else.
  const link = linkIn(await mailTo(api, email))
  await request.get(link)
  await request.head(link)
  const page = await visit('about:blank')
  const sent: string[] = []
  page.on('request', (made) => made.method() !== 'GET' && sent.push(made.url()))
  await page.goto(link)
  await page.waitForLoadState('networkidle')
  await page.mouse.move(200, 200)
  await page.waitForTimeout(1_500)
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeFocused()
})
