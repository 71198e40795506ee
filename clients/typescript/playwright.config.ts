import { defineConfig } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

// Playwright loads this file in every worker. Environment variables pass on what the first process has determined.
const chromium = (process.env.DOORWARD_TEST_CHROMIUM ??= execFileSync('node', [join(root, 'console/scripts/chromium.mjs')], { encoding: 'utf8' }))
const data = (process.env.DOORWARD_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'doorward-examples-')))
const port = Number((process.env.DOORWARD_TEST_PORT ??= '8285'))
const python = existsSync(join(root, '.venv/bin/python')) ? join(root, '.venv/bin/python') : 'python3'
const doorward = `http://127.0.0.1:${port}`
/** What has a page, served at the ports that follow that of the orders. */
const PAGES = ['clients/typescript/browser/blank', 'examples/vue', 'examples/react', 'examples/vue-admin']

/** The environment without DOORWARD_ variables, which may belong to another service. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DOORWARD_'))) as Record<string, string>

export default defineConfig({
  testDir: './browser',
  outputDir: join(data, 'results'),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  reporter: [['line']],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: ['--disable-gpu', '--disable-background-networking', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
  webServer: [
    {
      name: 'doorward',
      command: `exec ${python} -m doorward serve --port ${port}`,
      url: `${doorward}/readyz`,
      cwd: root,
      env: { ...environment, PYTHONPATH: join(root, 'src'), DOORWARD_DATA_DIR: join(data, 'doorward'), DOORWARD_ADMIN_USERNAME: 'admin', DOORWARD_ADMIN_PASSWORD: 'correct horse battery staple' },
    },
    {
      name: 'orders',
      command: `exec npm run --silent start`,
      port: port + 1,
      cwd: join(root, 'examples/express'),
      env: { ...environment, DOORWARD_URL: doorward, PORT: String(port + 1) },
    },
    {
      name: 'nuxt',
      command: 'npm run --silent build -- --logLevel=silent && exec node .output/server/index.mjs',
      port: port + 2 + PAGES.length,
      timeout: 240_000,
      cwd: join(root, 'examples/nuxt'),
      env: { ...environment, DOORWARD_URL: doorward, HOST: '127.0.0.1', PORT: String(port + 2 + PAGES.length) },
    },
    {
      name: 'pages',
      command: 'exec node browser/serve.mjs',
      // The port of the last one.
      port: port + 1 + PAGES.length,
      timeout: 120_000,
      cwd: import.meta.dirname,
      env: { ...environment, DOORWARD_URL: doorward, ORDERS_URL: `http://127.0.0.1:${port + 1}`, PORT: String(port + 2), PAGES: PAGES.join() },
    },
  ],
})
