/** Shared by the tests in a browser: the addresses, test data, and a browser with several tabs. */
import { test as base, expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test'
import { codeAt } from './totp.js'

export const ADMIN_PASSWORD = 'correct horse battery staple'
export const PASSWORD = 'a long enough password'

const port = Number(process.env.DOORWARD_TEST_PORT)
const at = (offset: number) => `http://127.0.0.1:${port + offset}`
export const DOORWARD = at(0)
export const ORDERS = at(1)
export const PAGES = { blank: at(2), vue: at(3), react: at(4), admin: at(5), nuxt: at(6) }

/** Calls the API of Doorward as the administrator, to set up test data. */
export class Api {
  private token = ''

  constructor(private readonly request: APIRequestContext) {}

  async login(username: string, password: string): Promise<string> {
    const response = await this.request.post(`${DOORWARD}/api/auth/login`, { data: { username, password } })
    expect(response.status(), await response.text()).toBe(200)
    return (await response.json()).data.token
  }

  async call(method: string, path: string, data?: unknown, token?: string) {
    this.token ||= await this.login('admin', ADMIN_PASSWORD)
    const response = await this.request.fetch(`${DOORWARD}${path}`, { method, data, headers: { Authorization: `Bearer ${token ?? this.token}` } })
    expect(response.status(), await response.text()).toBe(200)
    return (await response.json()).data
  }

  /** A user with a role that has these permissions. */
  async user(prefix: string, ...permissions: string[]): Promise<{ id: number; username: string; role: string }> {
    const name = unique(prefix)
    await this.call('POST', '/api/roles', { name, permissions })
    const { id } = await this.call('POST', '/api/users', { username: name, password: PASSWORD, roles: [name] })
    return { id, username: name, role: name }
  }
}

export const test = base.extend<{ api: Api }>({
  api: async ({ playwright }, use) => {
    const request = await playwright.request.newContext()
    await use(new Api(request))
    await request.dispose()
  },
})

export { expect }

let counter = 0

/** Returns a name that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${process.pid}-${++counter}`
}

export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Counts the requests of all tabs to a path. */
export function counting(context: BrowserContext, path: string): () => number {
  let requests = 0
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === path) requests++
  })
  return () => requests
}

/** Gives a user an authenticator app, and returns its secret. The code of the present stays unused. */
export async function addAuthenticator(api: Api, username: string): Promise<string> {
  const token = await api.login(username, PASSWORD)
  const { secret, id } = await api.call('POST', '/api/auth/factors/totp', {}, token)
  await api.call('POST', '/api/auth/factors/totp/confirm', { id, code: codeAt(secret, Date.now() - 30_000) }, token)
  return secret
}
