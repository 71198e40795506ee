/** For developers: snippets that run, decoded tokens, copied commands, and requests from the documentation of the API. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Api } from './support'
import { expect, test, unique, violationsInBothThemes } from './support'

const ROOT = join(import.meta.dirname, '../..')

async function newKey(api: Api): Promise<string> {
  const made = await api.call('POST', '/api/auth/tokens', { name: unique('snippet') })
  expect(made.status, JSON.stringify(made)).toBe(200)
  return made.data.token
}

function run(command: string, input: string[], token: string): string {
  const env = { ...process.env, TOKEN: token, PYTHONPATH: join(ROOT, 'clients/python/src') }
  return execFileSync(command, input, { encoding: 'utf8', env, cwd: join(ROOT, 'console'), timeout: 20_000 })
}

test('each snippet runs against this service, and tokens are decoded without being sent', async ({ open, api }) => {
  const key = await newKey(api)
  const page = await open('/developers')
  const commands = { curl: ['bash', '-c'], fetch: ['node', '--input-type=module', '-e'], axios: ['node', '--input-type=module', '-e'], Python: [process.env.PYTHON!, '-c'] }
  for (const [name, [command, ...options]] of Object.entries(commands)) {
    await page.getByRole('tab', { name, exact: true }).click()
    const code = await page.getByRole('region', { name, exact: true }).innerText()
    expect(run(command!, [...options, code], key), name).toContain('admin')
  }
  const own = page.getByRole('region', { name: 'Your access token' })
  await expect(own.getByText(/Expires in \d+:\d\d/)).toBeVisible()
  await expect(own.locator('dd').filter({ hasText: 'at+jwt' })).toBeVisible()
  const { token } = await api.login()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.getByLabel('Token', { exact: true }).fill(token)
  const decoded = page.getByRole('region', { name: 'Decode a token' })
  await expect(decoded.getByText('What the user may do')).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByLabel('Token', { exact: true }).fill(key)
  await expect(decoded.getByText('This is an API key')).toBeVisible()
  expect(sent.filter((request) => request.includes(token) || request.includes(key))).toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(token)
})

test('the present filter of the list is copied as a command that runs, without the token', async ({ open, api }) => {
  const user = await api.user({ username: unique('curled') })
  const page = await open(`/users?keyword=${user.username}&status=1`)
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  const code = await page.getByRole('dialog').getByRole('region', { name: 'curl' }).innerText()
  expect(code).toContain('Bearer $TOKEN')
  const found = JSON.parse(run('bash', ['-c', code], await newKey(api)))
  expect(found.data.list.map(({ id }: { id: number }) => id)).toEqual([user.id])
})

test('the documentation sends requests with the session of the console, after a click and to this origin alone', async ({ open, baseURL }) => {
  const page = await open('/account')
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  // The console ends, and with it its requests. Operations are found by id: searching the whole page by role takes seconds.
  await page.goto('about:blank')
  const sent: { url: string; token: string | undefined }[] = []
  page.on('request', async (request) => sent.push({ url: request.url(), token: request.headers().authorization }))
  await page.goto('/docs')
  await expect(page.locator('a[href="/console/"]')).toHaveText('Console')
  const article = page.locator('article#usersPage')
  await article.getByRole('button', { name: 'Try it' }).click()
  // The description of the whole interface is loaded first.
  await expect(article.getByLabel('page', { exact: true })).toBeFocused({ timeout: 30_000 })
  expect(sent.filter(({ url, token }) => token || url.includes('/api/'))).toEqual([])
  await article.getByLabel('keyword', { exact: true }).fill('../?admin&x=')
  await article.getByRole('button', { name: 'Send' }).click()
  await expect(article.getByRole('status')).toHaveText(/^200 in \d+ ms$/)
  await expect(article.getByLabel('Response')).toContainText('"list"')
  const calls = sent.filter(({ token }) => token)
  expect(await page.content()).not.toContain(calls[0]!.token!.slice('Bearer '.length))
  expect(calls.map(({ url }) => new URL(url).pathname)).toEqual(['/api/users'])
  expect(sent.filter(({ url }) => !url.startsWith(baseURL!) && !url.startsWith('data:'))).toEqual([])
  // A body that is no JSON is not sent.
  const creating = page.locator('article#usersCreate')
  await creating.getByRole('button', { name: 'Try it' }).click()
  await creating.getByLabel('Body').fill('{')
  await creating.getByRole('button', { name: 'Send' }).click()
  await expect(creating.getByRole('status')).toHaveText(/not JSON/)
})

test('without a session the documentation asks to sign in', async ({ open }) => {
  const page = await open('/sign-in', { as: null })
  await page.goto('/docs')
  const article = page.locator('article#usersPage')
  await article.getByRole('button', { name: 'Try it: List users', exact: true }).click()
  await article.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(article.getByRole('status')).toHaveText('Sign in to the console first, in this browser.')
})
