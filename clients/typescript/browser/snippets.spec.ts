/** The snippets of the documentation do what they say. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { DOORWARD, expect, PAGES, PASSWORD, test } from './support.js'
import { codeAt } from './totp.js'

const LIBRARY = join(import.meta.dirname, '..')
const ROOT = join(LIBRARY, '../..')
const PORT = Number(process.env.DOORWARD_TEST_PORT) + 10

/** The block of code that follows `<!-- test: name -->`, as JavaScript. */
function snippet(name: string): string {
  const text = readFileSync(join(LIBRARY, 'README.md'), 'utf8')
  const [, code] = new RegExp(`<!-- test: ${name} -->\n\`\`\`ts\n(.*?)\`\`\``, 's').exec(text)!
  const { outputText } = ts.transpileModule(code!, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } })
  return outputText
}

test('the snippet for browsers signs in with a second factor', async ({ api, page }) => {
  const { username } = await api.user('reader', 'orders:read')
  const token = await api.login(username, PASSWORD)
  const { secret, id } = await api.call('POST', '/api/auth/factors/totp', {}, token)
  await api.call('POST', '/api/auth/factors/totp/confirm', { id, code: codeAt(secret, Date.now() - 30_000) }, token)
  // Served at the origin of the example for Vue, which has the orders too.
  const script = (body: string) => ({ contentType: 'text/javascript', body })
  await page.route('**/snippet.js', (route) => route.fulfill(script(snippet('browser').replace("'@doorward/client'", "'/dist/index.js'"))))
  await page.route('**/dist/*.js', (route) => route.fulfill(script(readFileSync(join(LIBRARY, new URL(route.request().url()).pathname), 'utf8'))))
  await page.goto(PAGES.vue)
  const result = await page.evaluate(
    async ({ username, password, code }) => {
      const path = '/snippet.js'
      const { signIn, orders } = await import(path)
      const user = await signIn(username, password, async () => code)
      return { username: user.username, orders: (await orders()).orders }
    },
    { username, password: PASSWORD, code: codeAt(secret, Date.now()) },
  )
  expect(result).toMatchObject({ username, orders: [{ item: 'Lamp' }] })
})

test('the snippet for Express protects an endpoint', async ({ api, request }) => {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.snippet-'))
  writeFileSync(join(folder, 'server.mjs'), snippet('express').replace('http://127.0.0.1:8000', DOORWARD).replace('3000', `${PORT}, '127.0.0.1'`))
  const server = spawn('node', [join(folder, 'server.mjs')], { stdio: 'inherit' })
  try {
    const [reader, stranger] = [await api.user('reader', 'orders:read'), await api.user('stranger')]
    const get = (token: string) => request.get(`http://127.0.0.1:${PORT}/orders`, { headers: { Authorization: `Bearer ${token}` } })
    const token = await api.login(reader.username, PASSWORD)
    await expect.poll(() => get(token).then((response) => response.status(), () => 0)).toBe(200)
    expect(await (await get(token)).json()).toEqual({ user: String(reader.id) })
    expect((await get(await api.login(stranger.username, PASSWORD))).status()).toBe(403)
  } finally {
    server.kill()
    rmSync(folder, { recursive: true })
  }
})

test('the TypeScript snippets of the guide are parts of the examples, which are tested', () => {
  const path = join(ROOT, 'docs/protect-your-api.md')
  const guide = existsSync(path) ? readFileSync(path, 'utf8') : ''
  for (const [, file, code] of guide.matchAll(/<!-- from: (\S+) -->\n```\w+\n(.*?)```/gs)) {
    const lines = readFileSync(join(ROOT, file!), 'utf8').split('\n').map((line) => line.trim())
    for (const line of code!.split('\n')) expect(lines, `${file} has the line of the guide`).toContain(line.trim())
  }
})
