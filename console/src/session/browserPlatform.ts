/** Implements the token manager's platform with localStorage, BroadcastChannel, Web Locks and fetch. */
import { toApiError } from '../api/errors'
import type { Platform, StoredSession, TabMessage, Tokens } from './tokenManager'
import { SessionEnded } from './tokenManager'

const STORAGE_KEY = 'doorward.session'
const LOCK = 'doorward.refresh'

/** Set while the service has yet to end a session that the user has left. */
export const SIGN_OUT_KEY = 'doorward.sign-out'

/** Asks the service to keep the refresh token in a cookie. Pages of other origins cannot send this header. */
export const USE_COOKIE = { 'X-Refresh-Cookie': '1' }
/** Stands for the token in the cookie. */
const IN_COOKIE = 'cookie'

type Track = (request: Promise<Response>) => Promise<Response>

const channel = new BroadcastChannel('doorward')

function read(): StoredSession | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as StoredSession | null
  } catch {
    return null
  }
}

function write(stored: StoredSession | null): void {
  if (stored) localStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
  else localStorage.removeItem(STORAGE_KEY)
}

async function refresh(track: Track, stored?: string): Promise<Tokens> {
  const body = JSON.stringify({ refreshToken: stored ?? IN_COOKIE })
  const response = await track(fetch('/api/auth/refresh', { method: 'POST', headers: USE_COOKIE, body }))
  if (response.ok) return ((await response.json()) as { data: Tokens }).data
  if (response.status === 401) throw new SessionEnded()
  throw await toApiError(response)
}

function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks need a secure context. Without them, tabs may refresh concurrently, which succeeds because the service
  // accepts the previous refresh token for a grace period.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(LOCK, work) as Promise<T>
}

/** `track` sees every request, so that the console notices when the service cannot be reached. */
export function browserPlatform(track: Track = (request) => request): Platform {
  return {
    read,
    write,
    refresh: (stored) => refresh(track, stored),
    withLock,
    broadcast: (message) => channel.postMessage(message),
    onMessage: (listener) => channel.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data)),
    now: () => Date.now(),
  }
}
