/** Calls the public API from a hosted page. The refresh token stays in a cookie that scripts cannot read. */
import { toApiError } from '../api/errors'
import type { LoginData, User } from '../api/types'
import { browserPlatform, SIGN_OUT_KEY, USE_COOKIE } from '../session/browserPlatform'
import { mustEnrol } from '../session/strength'
import { TokenManager, type Tokens } from '../session/tokenManager'
import { language } from './texts'

const REFRESHABLE = ['token_expired', 'invalid_token', 'session_ended']

export const tokens = new TokenManager(browserPlatform())

export async function send<D>(method: string, path: string, body?: unknown, token?: string): Promise<D> {
  const headers: Record<string, string> = { ...USE_COOKIE, 'Accept-Language': language }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const response = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  if (!response.ok) throw await toApiError(response)
  return ((await response.json()) as { data: D }).data
}

/** Calls the API as the signed-in person, and once more after a refresh. */
export async function call<D>(method: string, path: string, body?: unknown): Promise<D> {
  const token = await tokens.token()
  try {
    return await send<D>(method, path, body, token)
  } catch (error) {
    if (!REFRESHABLE.includes((error as { reason?: string }).reason ?? '')) throw error
    return send<D>(method, path, body, await tokens.token(token))
  }
}

export function keep(issued: Tokens): void {
  // A sign-out that could not reach the service must not end this session at the next visit of the console.
  localStorage.removeItem(SIGN_OUT_KEY)
  tokens.store(issued)
}

/** Where a person goes on who has nothing to set up first. The service has checked the address to return to. */
export function destination(user: User): string {
  const { return: target, query = '' } = document.body.dataset
  return target ?? (user.permissions.length ? '/console/' : `/account${query}`)
}

/** Stores the session, and leaves the page. */
export function enter({ user, ...issued }: LoginData): void {
  keep(issued)
  const first = user.mustChangePassword || mustEnrol(user)
  location.assign(first ? `/account${document.body.dataset.query ?? ''}` : destination(user))
}
