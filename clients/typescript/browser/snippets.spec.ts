/** The snippets of the documentation do what they say. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import ts from 'typescript'
import { addAuthenticator, DOORWARD, expect, PAGES, PASSWORD, test } from './support.js'
import { codeAt } from './totp.js'

const LIBRARY = join(import.meta.dirname, '..')
const ROOT = join(LIBRARY, '../..')
const PORT = Number(process.env.DOORWARD_TEST_PORT) + 10

/** Other tests order chairs. */
const LAMP = expect.arrayContaining([expect.objectContaining({ item: 'Lamp' })])
const README = join(LIBRARY, 'README.md')
const GUIDE = join(ROOT, 'docs/protect-your-api.md')

/** The blocks of code that follow `<!-- runs: name -->`, as JavaScript. */
function snippets(page: string, name: string): string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(new RegExp(`<!-- runs: ${name} -->\n\`\`\`ts\n(.*?)\`\`\``, 'gs'))
  const options = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } }
  return [...blocks].map(([, code]) => ts.transpileModule(code!, options).outputText)
}

/** Imports the snippet for browsers at the origin of the example for Vue, which has the orders too. */
async function serve(page: Page, documentation: string): Promise<void> {
  const script = (body: string) => ({ contentType: 'text/javascript', body })
  await page.route('**/snippet.js', (route) => route.fulfill(script(snippets(documentation, 'browser')[0]!.replace("'@doorward/client'", "'/dist/index.js'"))))
  await page.route('**/dist/*.js', (route) => route.fulfill(script(readFileSync(join(LIBRARY, new URL(route.request().url()).pathname), 'utf8'))))
  await page.goto(PAGES.vue)
}

interface Snippet {
  signIn(username: string, password: string, askForCode?: () => Promise<string>): Promise<{ username: string }>
  orders(): Promise<{ orders: object[] }>
}

async function use(page: Page, username: string, code?: string): Promise<object> {
  return page.evaluate(
    async ({ username, password, code }) => {
      const path = '/snippet.js'
      const { signIn, orders } = (await import(path)) as Snippet
      const user = await signIn(username, password, async () => code!)
      return { username: user.username, orders: (await orders()).orders }
    },
    { username, password: PASSWORD, code },
  )
}

test('the snippet for browsers in the guide signs in and reads the orders', async ({ api, page }) => {
  const { username } = await api.user('reader', 'orders:read')
  await serve(page, GUIDE)
  expect(await use(page, username)).toMatchObject({ username, orders: LAMP })
})

test('the snippet for browsers in the README signs in with a second factor', async ({ api, page }) => {
  const { username } = await api.user('reader', 'orders:read')
  const secret = await addAuthenticator(api, username)
  await serve(page, README)
  expect(await use(page, username, codeAt(secret, Date.now()))).toMatchObject({ username, orders: LAMP })
})

test('the snippet for Node verifies tokens', async ({ api }) => {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.snippet-'))
  writeFileSync(join(folder, 'server.mjs'), `${snippets(GUIDE, 'node')[0]!.replace('https://auth.example.com', DOORWARD)}\nexport { verifier }`)
  const { handle, verifier } = (await import(join(folder, 'server.mjs'))) as { handle(request: Request): Promise<Response>; verifier: { close(): void } }
  try {
    const { id, username } = await api.user('reader', 'orders:read')
    const { username: stranger } = await api.user('stranger')
    const get = async (token: string) => handle(new Request('http://orders/', { headers: { Authorization: `Bearer ${token}` } }))
    expect(await (await get(await api.login(username, PASSWORD))).json()).toEqual({ orders: ['Lamp'], user: String(id) })
    const refused = await get(await api.login(stranger, PASSWORD))
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([403, 'Bearer error="insufficient_scope"'])
    // Other errors are not an answer: `new Response` makes 200 of them.
    await expect(handle({} as Request)).rejects.toThrow(TypeError)
  } finally {
    verifier.close()
    rmSync(folder, { recursive: true })
  }
})

test('the snippets for Vue and React are lines of the examples, in their order', () => {
  const parts = [...readFileSync(GUIDE, 'utf8').matchAll(/<!-- from: (\S+) -->\n```\w+\n(.*?)```/gs)]
  expect(parts.map(([, file]) => file)).toEqual(['examples/vue/src/main.js', 'examples/react/src/Orders.jsx'])
  for (const [, file, code] of parts) {
    const lines = readFileSync(join(ROOT, file!), 'utf8').split('\n').map((line) => line.trim())
    const places = code!.split('\n').filter(Boolean).map((line) => lines.indexOf(line.trim()))
    expect(places, file).not.toContain(-1)
    expect(places, file).toEqual([...places].sort((one, other) => one - other))
  }
})

for (const [number, page] of [README, GUIDE].entries()) {
  test(`the snippet for Express in ${basename(page)} protects an endpoint`, async ({ api, request }) => {
    const folder = mkdtempSync(join(ROOT, 'node_modules/.snippet-'))
    const [code] = snippets(page, 'express')
    const listening = `app.listen(${PORT + number}, '127.0.0.1')`
    writeFileSync(join(folder, 'server.mjs'), `${code!.replace('https://auth.example.com', DOORWARD).replace('app.listen(3000)', '')}\n${listening}`)
    const server = spawn('node', [join(folder, 'server.mjs')], { stdio: 'inherit' })
    try {
      const [reader, stranger] = [await api.user('reader', 'orders:read'), await api.user('stranger')]
      const get = (token: string) => request.get(`http://127.0.0.1:${PORT + number}/orders`, { headers: { Authorization: `Bearer ${token}` } })
      const token = await api.login(reader.username, PASSWORD)
      await expect.poll(() => get(token).then((response) => response.status(), () => 0)).toBe(200)
      expect((await get(await api.login(stranger.username, PASSWORD))).status()).toBe(403)
    } finally {
      server.kill()
      rmSync(folder, { recursive: true })
    }
  })
}
