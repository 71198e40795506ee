/** The signed-in user, their permissions, and re-authentication when the session ends while the console is open. */
import { computed, reactive, readonly } from 'vue'
import type { LoginData, User } from '../api/types'
import { toApiError } from '../api/errors'
import { connection } from './connection'
import { SessionEnded, TokenManager } from './tokenManager'
import { browserPlatform, SIGN_OUT_KEY, USE_COOKIE } from './browserPlatform'
import { covers } from './permissions'

interface State {
  user: User | null
  /** The session has ended. A dialog asks for the password while the page keeps its state and unsaved input. */
  reauthRequired: boolean
}

const state = reactive<State>({ user: null, reauthRequired: false })
const tokens = new TokenManager(browserPlatform(connection.track))
let reauth: { promise: Promise<void>; resolve: () => void; reject: (reason: Error) => void } | null = null
let signedOutListener: () => void = () => {}

async function signIn(username: string, password: string): Promise<void> {
  const response = await connection.track(
    fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...USE_COOKIE },
      body: JSON.stringify({ username, password }),
    }),
  )
  if (!response.ok) throw await toApiError(response)
  localStorage.removeItem(SIGN_OUT_KEY)
  const { user, ...issued } = ((await response.json()) as { data: LoginData }).data
  const differentUser = state.reauthRequired && user.id !== state.user?.id
  tokens.store(issued, user.id)
  // The page shows data of the previous user, so reload it.
  if (differentUser) location.assign('/console/')
  state.user = user
  resume()
}

async function signOut(): Promise<void> {
  const token = tokens.clear()
  localStorage.setItem(SIGN_OUT_KEY, '1')
  // Sign out locally even if the service cannot be reached.
  await endSession(token ? { Authorization: `Bearer ${token}` } : {})
  handleSignedOut()
}

/** Only the service can delete the cookie. While it cannot be reached, this is repeated on recovery and at the next visit. */
async function endSession(headers: Record<string, string> = {}): Promise<void> {
  if (!localStorage.getItem(SIGN_OUT_KEY)) return
  try {
    const response = await connection.track(fetch('/api/auth/logout', { method: 'POST', headers: { ...USE_COOKIE, ...headers } }))
    // 401: there is no session to end. Other refusals, such as that of a rate limit, leave the cookie in place.
    if (response.ok || response.status === 401) localStorage.removeItem(SIGN_OUT_KEY)
  } catch {
    void connection.recovered().then(() => endSession())
  }
}

function handleSignedOut(): void {
  state.user = null
  state.reauthRequired = false
  reauth?.reject(new SessionEnded())
  reauth = null
  signedOutListener()
}

function resume(): void {
  state.reauthRequired = false
  reauth?.resolve()
  reauth = null
}

/** Opens the re-authentication dialog. Resolves after sign-in, rejects after sign-out. */
function waitForReauth(): Promise<void> {
  if (!reauth) {
    let resolve = () => {}
    let reject: (reason: Error) => void = () => {}
    const promise = new Promise<void>((onResolve, onReject) => ((resolve = onResolve), (reject = onReject)))
    reauth = { promise, resolve, reject }
    state.reauthRequired = true
  }
  return reauth.promise
}

/** Returns a valid access token. If the session has ended, waits until the user has signed in again. */
async function token(rejected?: string): Promise<string> {
  for (;;) {
    try {
      return await tokens.token(rejected)
    } catch (error) {
      if (!(error instanceof SessionEnded) || !state.user) throw error
      await waitForReauth()
    }
  }
}

void endSession()
tokens.onSignedOut = handleSignedOut
tokens.onTokenReceived = (userId) => {
  if (state.user && state.user.id !== userId) location.assign('/console/')
  else if (state.reauthRequired) resume()
}

export const session = {
  state: readonly(state),
  tokens,
  token,
  signIn,
  signOut,
  /** For a request whose response has new tokens of the session. */
  useCookie: USE_COOKIE,
  setUser: (user: User) => void (state.user = user),
  onSignedOut: (listener: () => void) => void (signedOutListener = listener),
}

export const currentUser = computed(() => state.user)

export function can(permission: string): boolean {
  return covers(state.user?.permissions ?? [], permission)
}
