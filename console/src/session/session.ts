/** The signed-in user, their permissions, and re-authentication when the session ends while the console is open. */
import { computed, reactive, readonly } from 'vue'
import type { ImpersonationData, LoginData, User } from '../api/types'
import { post } from './anonymous'
import { connection } from './connection'
import { SessionEnded, TokenManager } from './tokenManager'
import { browserPlatform, SIGN_OUT_KEY, USE_COOKIE } from './browserPlatform'
import { covers } from './permissions'
import type { Proof } from './proofs'

interface State {
  user: User | null
  /** The session has ended. A dialog asks for the password while the page keeps its state and unsaved input. */
  reauthRequired: boolean
  /** The administrator who acts as `user`; null for a session of one's own. */
  impersonator: User | null
}

const state = reactive<State>({ user: null, reauthRequired: false, impersonator: null })
const tokens = new TokenManager(browserPlatform(connection.track))
let reauth: { promise: Promise<void>; resolve: () => void; reject: (reason: Error) => void } | null = null
let signedOutListener: () => void = () => {}
let restrictedListener: () => void = () => {}
let signedInListener: () => void = () => {}
/** The token of an impersonation. In memory alone, so it ends with the page: after a reload the user is themselves again. */
let borrowed: string | null = null
const LEFT_KEY = 'doorward.left-user'

/** The ways to a session. Each answers with a session, or asks for a second factor. */
const signIn = (username: string, password: string) => open('/api/auth/login', { username, password })
const continueSignIn = (flow: string, proof: Proof, trustDevice: boolean) => open('/api/auth/login/continue', { flow, ...proof, trustDevice })
const signInByPasskey = (flow: string, credential: Proof['credential']) => open('/api/auth/login/passkey', { flow, credential })

async function open(path: string, body: unknown): Promise<LoginData> {
  const opened = await post<LoginData>(path, body)
  const { user, ...issued } = opened
  localStorage.removeItem(SIGN_OUT_KEY)
  tokens.store(issued)
  // The page shows data of another user, whose requests wait: they must not be sent as this one.
  if (state.reauthRequired && user.id !== state.user?.id) location.assign('/console/')
  else {
    state.user = user
    resume()
  }
  return opened
}

/** Acts as another user until the token expires or `stopImpersonating` is called. The own session goes on meanwhile. */
function impersonate({ token, expiresIn, user }: ImpersonationData): void {
  borrowed = token
  state.impersonator = state.user
  state.user = user
  window.addEventListener('pagehide', leave)
  setTimeout(() => borrowed === token && stopImpersonating(), expiresIn * 1000)
}

/** Ends the session on the service, also while the page is being left. Without the header that names the cookie, so that the own one stays. */
function endBorrowed(): Promise<Response> {
  return fetch('/api/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${borrowed}` }, keepalive: true })
}

function leave(): void {
  sessionStorage.setItem(LEFT_KEY, state.user?.name ?? '')
  // What comes of it is not waited for, and a failure can be shown to no one: the session ends with its token at the latest.
  void endBorrowed().catch(() => undefined)
}

/** The name of the user whose impersonation ended when the page was left. Asked for once, by the page that comes next. */
function leftUser(): string | null {
  const name = sessionStorage.getItem(LEFT_KEY)
  sessionStorage.removeItem(LEFT_KEY)
  return name
}

async function stopImpersonating(): Promise<void> {
  if (!borrowed || !state.user) return
  window.removeEventListener('pagehide', leave)
  await connection.track(endBorrowed()).catch(() => undefined)
  // The page shows what the other user may see, so it is loaded again.
  location.assign(`/console/users/${state.user.id}/overview`)
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
  state.impersonator = borrowed = null
  window.removeEventListener('pagehide', leave)
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
  if (borrowed && borrowed !== rejected) return borrowed
  if (borrowed) {
    // It has ended: with the own session, by the user, or in time.
    await stopImpersonating()
    throw new SessionEnded()
  }
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
tokens.owner = () => (state.impersonator ?? state.user)?.id
tokens.onSignedOut = handleSignedOut
tokens.onTokenReceived = (userId) => {
  const own = state.impersonator ?? state.user
  if (!own) signedInListener()
  else if (own.id !== userId) location.assign('/console/')
  else if (state.reauthRequired) resume()
}

export const session = {
  state: readonly(state),
  tokens,
  token,
  signIn,
  continueSignIn,
  signInByPasskey,
  signOut,
  impersonate,
  stopImpersonating,
  leftUser,
  /** For a request whose response has new tokens of the session. */
  useCookie: USE_COOKIE,
  setUser: (user: User) => void (state.user = user),
  onSignedOut: (listener: () => void) => void (signedOutListener = listener),
  /** Another tab has a session. */
  onSignedInElsewhere: (listener: () => void) => void (signedInListener = listener),
  /** The service gives no rights until the user has changed the password or set up a factor. */
  restricted: () => restrictedListener(),
  onRestricted: (listener: () => void) => void (restrictedListener = listener),
}

export const currentUser = computed(() => state.user)

/** These lead to credentials of others, which the service lets no administrator make who acts as a user. */
const NOT_WHILE_ACTING: readonly string[] = ['users:create', 'users:import']

export function can(permission: string): boolean {
  if (state.impersonator && NOT_WHILE_ACTING.includes(permission)) return false
  return covers(state.user?.permissions ?? [], permission)
}
