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
const python = process.env.PYTHON ?? (existsSync(join(root, '.venv/bin/python')) ? join(root, '.venv/bin/python') : 'python3')

/** Starts a real service with its own database. */
function service(name: string, offset: number, environ: Record<string, string> = {}) {
  return {
    command: `exec ${python} -m doorward serve --port ${port + offset}`,
    url: `http://127.0.0.1:${port + offset}/readyz`,
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

/** What the hosted pages can offer. Without a mail server, links start with the public URL all the same. */
function hosted(name: string, offset: number) {
  const here = `http://127.0.0.1:${port + offset}`
  return service(name, offset, {
    DOORWARD_PUBLIC_URL: here,
    DOORWARD_REGISTRATION: 'open',
    DOORWARD_EMAIL_CODE: 'true',
    DOORWARD_RETURN_URLS: `${here}/docs`,
  })
}

/** The same with a mail server. Its mails can be read at the port that follows. */
function mailing(name: string, offset: number, ...options: string[]) {
  const started = hosted(name, offset)
  const ports = `--port ${port + offset} --mails ${port + offset + 1}`
  return { ...started, command: `exec ${python} -m tests.support.mailing_service ${ports} ${options.join(' ')}`, timeout: 90_000 }
}

/** The environment without DOORWARD_ variables, which may belong to another service. */
function environment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DOORWARD_')))
}

export default defineConfig({
  testDir: './browser',
  outputDir: join(data, 'results'),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  reporter: [['line']],
  timeout: 30_000,
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
  webServer: [service('main', 0), service('short-lived', 1, { DOORWARD_ACCESS_TTL: '10s', DOORWARD_AVATAR_ORIGINS: `http://127.0.0.1:${port}` }), service('screenshots', 2), mailing('mailing', 3), mailing('mailing-postgres', 5, '--postgres'), hosted('held', 7)],
})
