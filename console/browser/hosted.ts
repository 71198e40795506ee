/** Shared by the tests of the hosted pages: services with a mail server on both databases, and the mails they sent. */
import { expect, test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { Api } from './support'

const PORT = Number(process.env.DOORWARD_TEST_PORT)
export const DATABASES = { SQLite: `http://127.0.0.1:${PORT + 3}`, PostgreSQL: `http://127.0.0.1:${PORT + 5}` }

interface Mail {
  to: string
  subject: string
  text: string
}

/** The newest mail to an address, once there are more than `after`. */
export async function mailTo(url: string, address: string, after = 0): Promise<Mail> {
  const mails = `${new URL(url).protocol}//127.0.0.1:${Number(new URL(url).port) + 1}/?to=${encodeURIComponent(address)}`
  let found: Mail[] = []
  await expect.poll(async () => (found = (await (await fetch(mails)).json()) as Mail[]).length, { timeout: 20_000 }).toBeGreaterThan(after)
  return found.at(-1)!
}

export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+\/account\/\S+#token=[\w.~-]+/.exec(mail.text)
  expect(link, mail.text).not.toBeNull()
  return link![0]
}

export function codeIn(mail: Mail): string {
  const code = /\b\d{6}\b/.exec(mail.text)
  expect(code, mail.text).not.toBeNull()
  return code![0]
}

interface Fixtures {
  /** Of a service with a mail server; `test.use({ service: ... })` selects another. */
  service: string
  api: Api
  /** Opens a hosted page in a new browser context. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  service: [DATABASES.SQLite, { option: true }],
  api: async ({ playwright, service }, use) => {
    const request = await playwright.request.newContext()
    await use(new Api(request, service))
    await request.dispose()
  },
  visit: async ({ browser, service, contextOptions }, use) => {
    const problems: string[] = []
    const contexts: { close(): Promise<void> }[] = []
    await use(async (path, options = {}) => {
      const context = await browser.newContext({ ...contextOptions, locale: 'en-GB', baseURL: service, ...options })
      contexts.push(context)
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => /Content Security Policy/.test(message.text()) && problems.push(message.text()))
      await page.goto(path)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(problems).toEqual([])
  },
})

export { expect }
