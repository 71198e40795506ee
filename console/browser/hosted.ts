/** Shared by the tests of the hosted pages: services with a mail server on both databases, and the mails they sent. */
import { expect, test as base, type BrowserContextOptions, type Page } from '@playwright/test'
import { Api } from './support'

const PORT = Number(process.env.DOORWARD_TEST_PORT)
/** By what they have. Without a mail server, an administrator reads the mails and passes their links on. */
export const SERVICES = {
  'SQLite and a mail server': `http://127.0.0.1:${PORT + 3}`,
  'PostgreSQL and a mail server': `http://127.0.0.1:${PORT + 5}`,
  'SQLite without a mail server': `http://127.0.0.1:${PORT + 7}`,
}
const HELD = SERVICES['SQLite without a mail server']
/** Services whose mails an administrator reads. */
const HOLDING = [HELD, `http://127.0.0.1:${PORT + 8}`, `http://127.0.0.1:${PORT + 9}`]

interface Mail {
  to: string
  subject: string
  text: string
}

async function mailsTo(api: Api, address: string): Promise<Mail[]> {
  const to = encodeURIComponent(address)
  if (!HOLDING.includes(api.url)) return (await fetch(`http://127.0.0.1:${Number(new URL(api.url).port) + 1}/?to=${to}`)).json()
  const { data } = await api.call('GET', `/api/mail?recipient=${to}`)
  const mails = await Promise.all(data.list.map(({ id }: { id: number }) => api.call('GET', `/api/mail/${id}`)))
  return mails.map((mail) => ({ to: address, ...mail.data })).reverse()
}

/** The newest mail to an address, once its subject matches. */
export async function mailTo(api: Api, address: string, subject = /./): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(async () => (found = (await mailsTo(api, address)).filter((mail) => subject.test(mail.subject)).at(-1)), { timeout: 20_000 })
    .toBeTruthy()
  return found!
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
  /** The address of the service; `test.use({ service: ... })` selects another. */
  service: string
  api: Api
  /** Opens a hosted page in a new browser context. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  service: [HELD, { option: true }],
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
