/** The documentation site, which `make docs-site` builds: the search finds a page, and nothing is asked of another server. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { violationsInBothThemes } from './support'

const SITE = join(import.meta.dirname, '../../.site/site')
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json', '.png': 'image/png' }

let server: Server
let origin: string

test.beforeAll(async () => {
  expect(existsSync(join(SITE, 'index.html')), 'run: make docs-site').toBe(true)
  server = createServer(({ url }, response) => {
    const file = join(SITE, new URL(url!, 'http://site').pathname)
    if (!existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => server.close())

/** The theme of the website names the lists of its navigation twice. */
const OF_THE_THEME = ['landmark-unique']

// Mutant: the plugin `offline`, or fonts of the theme.
test('the documentation is searched, read in light and dark, and asks no other server', async ({ page }) => {
  test.setTimeout(120_000)
  const trouble: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && trouble.push(message.text())))
  page.on('pageerror', ({ message }) => trouble.push(message))
  page.on('response', (response) => void (response.status() >= 400 && trouble.push(response.url())))
  await page.route((url) => url.origin !== origin, (route) => {
    trouble.push(route.request().url())
    return route.abort()
  })

  await page.goto(`${origin}/index.html`)
  expect(await violationsInBothThemes(page, OF_THE_THEME)).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('keycloak')
  await page.getByRole('option', { name: /^Migrate from Keycloak/ }).click()
  await expect(page.getByRole('heading', { name: 'Migrate from Keycloak' })).toBeVisible()
  for (const path of ['/start.html', '/reference/api/roles.html']) {
    await page.goto(origin + path)
    expect(await violationsInBothThemes(page, OF_THE_THEME)).toEqual([])
  }
  expect(trouble).toEqual([])
})
