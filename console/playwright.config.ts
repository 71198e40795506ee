import { defineConfig } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const here = import.meta.dirname
const root = join(here, '..')

// Playwright loads this file in every worker. Environment variables pass on what the first process has determined.
const chromium = (process.env.DOORWARD_TEST_CHROMIUM ??= execFileSync('node', [join(here, 'scripts/chromium.mjs')], { encoding: 'utf8' }))
const data = (process.env.DOORWARD_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'doorward-console-')))
const port = Number((process.env.DOORWARD_TEST_PORT ??= '8185'))
const python = (process.env.PYTHON ??= existsSync(join(root, '.venv/bin/python')) ? join(root, '.venv/bin/python') : 'python3')

/** `postgres`: all services use a PostgreSQL of their own, which the tests start, instead of SQLite. */
const database = (process.env.DOORWARD_TEST_DATABASE ??= 'sqlite')

/** Starts a real service with its own database. Without a `url`, Playwright does not wait for it: see browser/ready.ts. */
function service(name: string, offset: number, environ: Record<string, string> = {}) {
  return {
    name,
    port: port + offset,
    command: database === 'postgres' ? `exec ${python} -m tests.support.mailing_service --postgres --port ${port + offset}` : `exec ${python} -m doorward serve --port ${port + offset}`,
    cwd: root,
    env: {
      ...environment(),
      PYTHONPATH: join(root, 'src'),
      DOORWARD_DATA_DIR: join(data, name),
      DOORWARD_ADMIN_USERNAME: 'admin',
      DOORWARD_ADMIN_PASSWORD: 'correct horse battery staple',
      ...environ,
    } as Record<string, string>,
  }
}

/** A service for people who look after their accounts, with a mail server or without one. */
function accounts(name: string, offset: number, options: string[] = [], environ: Record<string, string> = {}) {
  // Requests of all tests come from one network.
  const settings = { DOORWARD_REGISTRATION: 'open', DOORWARD_EMAIL_CODE: 'true', DOORWARD_MAIL_NETWORK_LIMIT: '0', DOORWARD_RETURN_URLS: `http://127.0.0.1:${port + offset}/healthz` }
  const started = service(name, offset, { ...settings, ...environ })
  return { ...started, command: `exec ${python} -m tests.support.mailing_service --port ${port + offset} ${[...new Set([...options, ...(database === 'postgres' ? ['--postgres'] : [])])].join(' ')}` }
}

/** The mails that it sent can be read at the port that follows. */
function mailing(name: string, offset: number, ...options: string[]) {
  return accounts(name, offset, [`--mails ${port + offset + 1}`, ...options])
}

/** The environment without DOORWARD_ variables, which may belong to another service. */
function environment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DOORWARD_')))
}

const SERVICES = [
  service('main', 0, { DOORWARD_OUTBOUND_PRIVATE: 'true' }),
  service('short-lived', 1, { DOORWARD_ACCESS_TTL: '10s', DOORWARD_AVATAR_ORIGINS: `http://127.0.0.1:${port}` }),
  service('screenshots', 2, { DOORWARD_REGISTRATION: 'open', DOORWARD_EMAIL_CODE: 'true' }),
  mailing('mailing', 3),
  mailing('mailing-postgres', 5, '--postgres'),
  accounts('holding', 7),
  accounts('holding-postgres', 8, ['--postgres'], { DOORWARD_NEW_DEVICE: 'notify' }),
  accounts('verifying', 9, [], { DOORWARD_NEW_DEVICE: 'verify', DOORWARD_MAIL_ADDRESS_LIMIT: '2' }),
]
process.env.DOORWARD_TEST_SERVICES = JSON.stringify(SERVICES.map(({ name, port }) => ({ name, port })))

export default defineConfig({
  testDir: './browser',
  outputDir: join(data, 'results'),
  fullyParallel: true,
  // One more than processors: tests of authenticator apps wait for the next code.
  workers: 3,
  retries: 0,
  reporter: [['line']],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: ['--disable-gpu', '--disable-background-networking', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
  globalSetup: join(here, 'browser/ready.ts'),
  webServer: SERVICES.map(({ port: _, ...options }) => options),
})
