/** The client: who is signed in, and requests with that user's token. */
import { DoorwardError, envelopeOf, errorOf, unexpected } from './errors.js'
import { isRenewable, isRepeatable, notRepeatable } from './repeating.js'
import { coversAll } from './permissions.js'
import { fill, type CallOptions, type Data, type MethodOf, type Path, type Schemas, type SignInBody, type SignInPath, type User } from './requests.js'
import { createTabs, type KeyValueStorage } from './tabs.js'
import { createTokenManager, type Issued } from './tokens.js'

export interface ClientOptions {
  /** Address of the service. Default: the origin of the page. */
  url?: string
  /**
   * Where the refresh token is: in a cookie that scripts can't read, if the service has the page's origin (a proxy can
   * do that), or in the storage. Default: the cookie wherever it is possible.
   */
  mode?: 'cookie' | 'token'
  /** Further origins that may get the access token: those of your APIs. */
  origins?: string[]
  /** For the mode `token`. Default: `localStorage`, which all tabs share; on a server the memory. */
  storage?: KeyValueStorage
  fetch?: typeof fetch
}

export interface State {
  /** `unknown` until the first `restore` or `signIn`. */
  readonly status: 'unknown' | 'signed-in' | 'signed-out'
  readonly user: User | null
}

export interface Client {
  readonly state: State
  /** Calls the listener after each change of the state. Returns a function that ends it. */
  subscribe(listener: () => void): () => void
  /** Finds out who is signed in, after the page was loaded. Throws if the service can't be reached: that is no sign-out. */
  restore(): Promise<User | null>
  /** Throws `second_factor_required` if the user has a second factor: go on with `continueSignIn`. */
  signIn(credentials: SignInBody<'/api/auth/login'>): Promise<User>
  /** `flow` is from the error `second_factor_required`. */
  continueSignIn(proof: SignInBody<'/api/auth/login/continue'>): Promise<User>
  /** Signs in at any other endpoint that opens a session. */
  signInAt<P extends SignInPath>(path: P, body: SignInBody<P>): Promise<User>
  /** Signs out in all tabs, whether or not the service can be reached. Resolves to whether it has ended the session. */
  signOut(): Promise<boolean>
  /** Whether the user has the permission, or all of them. For what the page shows: the service decides. */
  can(permission: string | readonly string[]): boolean
  /** A valid access token. `rejected`: the one that was refused. */
  token(rejected?: string): Promise<string>
  /** The address, resolved. Throws if the access token is not for its origin. */
  destination(address: string | URL): URL
  /** Like `fetch`, with the access token. Renews it after a 401, and sends the request again if its body can be repeated. */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>
  /** Calls an endpoint of the service, and returns the `data` of its answer. */
  call<P extends Path, M extends MethodOf<P>>(method: M, path: P, options?: CallOptions<P, M>): Promise<Data<P, M>>
}

/** Asks the service to keep the refresh token in a cookie. Pages of other origins can't send this header. */
const USE_COOKIE = { 'X-Refresh-Cookie': '1' }
/** Stands for the token in the cookie. */
const IN_COOKIE = 'cookie'
/** A request under the lock that all tabs share must end. */
const REFRESH_TIMEOUT_MS = 15_000

export function createClient(options: ClientOptions = {}): Client {
  const page = typeof location === 'object' ? location.origin : undefined
  const base = (options.url ?? page ?? '').replace(/\/+$/, '')
  if (!base) throw new TypeError('createClient needs the `url` of the service outside of a page')
  const origin = new URL(base, page).origin
  const cookie = (options.mode ?? (origin === page ? 'cookie' : 'token')) === 'cookie'
  if (cookie && origin !== page) throw new TypeError('The mode `cookie` needs a service with the origin of the page; use a proxy')
  const origins = new Set([origin, page, ...(options.origins ?? [])])
  // With the cookie, the names are those of the console: it uses the same cookie, and its tabs share the refresh.
  const name = cookie ? 'doorward' : `doorward ${base}`
  const tabs = createTabs(name, cookie ? undefined : options.storage)
  const send = options.fetch ?? ((input, init) => fetch(input, init))
  const listeners = new Set<() => void>()
  let state: State = { status: 'unknown', user: null }
  let restoring: Promise<User | null> | undefined
  const tokens = createTokenManager(name, tabs, exchange, {
    ended: () => setUser(null),
    received: (userId) => {
      if (state.status !== 'unknown' && state.user?.id !== userId) {
        change({ status: 'unknown', user: null })
        restore().catch(() => {})
      }
    },
  })

  function change(next: State): void {
    state = next
    listeners.forEach((listener) => listener())
  }

  function setUser(user: User | null): User | null {
    change({ status: user ? 'signed-in' : 'signed-out', user })
    return user
  }

  /** A request without an access token. */
  async function post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
    const init = { method: 'POST', headers: { ...json, ...(cookie && USE_COOKIE), ...headers }, body: JSON.stringify(body ?? {}), signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS) }
    return dataOf(await reach(send(base + path, init)))
  }

  function exchange(refreshToken = IN_COOKIE): Promise<Issued> {
    return post('/api/auth/refresh', { refreshToken }) as Promise<Issued>
  }

  function signInAt<P extends SignInPath>(path: P, body: SignInBody<P>): Promise<User> {
    const device = cookie ? null : tabs.storage.getItem(`${name}.device`)
    return tabs.locked(async () => {
      const { user, ...opened } = (await post(path, { ...(device && { device }), ...(body as object) })) as Schemas['LoginData']
      // By its secret, the service recognises a device whose user need not prove a second factor again.
      if (opened.device && !cookie) tabs.storage.setItem(`${name}.device`, opened.device)
      tabs.storage.removeItem(`${name}.sign-out`)
      tokens.keep(opened, user.id)
      setUser(user)
      return user
    })
  }

  async function signOut(): Promise<boolean> {
    const token = tokens.clear()
    setUser(null)
    return endSession(token)
  }

  /** Only the service can delete the cookie, so a sign-out that has not reached it is repeated at the next visit. */
  async function endSession(token?: string): Promise<boolean> {
    if (!token && !cookie) return false
    const pending = `${name}.sign-out`
    if (cookie) tabs.storage.setItem(pending, '1')
    try {
      await post('/api/auth/logout', undefined, token ? { Authorization: `Bearer ${token}` } : {})
    } catch (error) {
      // 401: there is no session to end.
      if (!(error instanceof DoorwardError) || error.code !== 401) return false
    }
    tabs.storage.removeItem(pending)
    return true
  }

  function restore(): Promise<User | null> {
    restoring ??= load().finally(() => (restoring = undefined))
    return restoring
  }

  async function load(): Promise<User | null> {
    if (tabs.storage.getItem(`${name}.sign-out`)) await endSession()
    if (tokens.userId() === undefined) return setUser(null)
    try {
      const user = await call('GET', '/api/auth/user')
      // Another tab may have signed out meanwhile, or signed another user in.
      return tokens.userId() === user.id ? setUser(user) : load()
    } catch (error) {
      if (error instanceof DoorwardError && error.code === 401) return setUser(null)
      throw error
    }
  }

  function destination(address: string | URL): URL {
    const url = new URL(address, page ?? base)
    if (origins.has(url.origin)) return url
    throw new TypeError(`The access token is not for ${url.origin}; if it is yours, name it in \`origins\``)
  }

  async function fetchWithToken(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const request = typeof Request === 'function' && input instanceof Request ? input : undefined
    const target = destination(request?.url ?? String(input))
    const attempt = (token: string) => {
      const headers = new Headers(init.headers ?? request?.headers)
      headers.set('Authorization', `Bearer ${token}`)
      return send(request ? request.clone() : target, { ...init, headers })
    }
    const token = await tokens.token()
    const response = await attempt(token)
    if (response.status !== 401 || !isRenewable((await envelopeOf(response.clone())).data)) return response
    const renewed = await tokens.token(token)
    if (isRepeatable(init.body)) return attempt(renewed)
    throw notRepeatable()
  }

  async function call<P extends Path, M extends MethodOf<P>>(method: M, path: P, { path: values, query, body, headers, signal }: CallOptions<P, M> = {}): Promise<Data<P, M>> {
    const url = base + fill(path, values, query as object | undefined)
    const init: RequestInit = { method, headers: { ...(body !== undefined && json), ...(cookie && path.startsWith('/api/auth/') && method !== 'GET' && USE_COOKIE), ...headers } }
    if (body !== undefined) init.body = JSON.stringify(body)
    if (signal) init.signal = signal
    const data = await dataOf(await reach(fetchWithToken(url, init)))
    const userId = tokens.userId()
    // A change of the password and a confirmation issue new tokens for the session.
    if (userId !== undefined && isIssued(data)) tokens.keep(data, userId)
    return data as Data<P, M>
  }

  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    restore,
    signIn: (credentials) => signInAt('/api/auth/login', credentials),
    continueSignIn: (proof) => signInAt('/api/auth/login/continue', proof),
    signInAt,
    signOut,
    can: (permission) => !!state.user && coversAll(state.user.permissions, permission),
    token: (rejected) => tokens.token(rejected),
    destination,
    fetch: fetchWithToken,
    call,
  }
}

const json = { 'Content-Type': 'application/json' }

/** Tells a lost connection from an answer. */
async function reach(response: Promise<Response>): Promise<Response> {
  try {
    return await response
  } catch (error) {
    if (error instanceof DoorwardError || (error as Error).name === 'AbortError') throw error
    throw new DoorwardError(0, { reason: 'unreachable' }, 'The service could not be reached', { cause: error })
  }
}

async function dataOf(response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOf(response)
  const { data } = await envelopeOf(response)
  if (data === undefined) throw unexpected(response)
  return data
}

function isIssued(data: unknown): data is Issued {
  return typeof data === 'object' && data !== null && 'token' in data && 'refreshToken' in data && 'expiresIn' in data
}
