/** Implements the token manager's platform with localStorage, BroadcastChannel, Web Locks and fetch. */
import type { Platform, StoredSession, TabMessage, Tokens } from './tokenManager'
import { SessionEnded } from './tokenManager'
import { connection } from './connection'

const STORAGE_KEY = 'doorward.session'
const LOCK = 'doorward.refresh'

/** Asks the service to keep the refresh token in a cookie. Pages of other origins cannot send this header. */
export const USE_COOKIE = { 'X-Refresh-Cookie': '1' }
/** Stands for the token in the cookie. */
const IN_COOKIE = 'cookie'

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

async function refresh(stored?: string): Promise<Tokens> {
  const body = JSON.stringify({ refreshToken: stored ?? IN_COOKIE })
  const response = await connection.track(fetch('/api/auth/refresh', { method: 'POST', headers: USE_COOKIE, body }))
  if (response.ok) return ((await response.json()) as { data: Tokens }).data
  if (response.status === 401) throw new SessionEnded()
  throw new Error(`refresh: ${response.status}`)
}

function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks need a secure context. Without them, tabs may refresh concurrently, which succeeds because the service
  // accepts the previous refresh token for a grace period.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(LOCK, work) as Promise<T>
}

export const browserPlatform: Platform = {
  read,
  write,
  refresh,
  withLock,
  broadcast: (message) => channel.postMessage(message),
  onMessage: (listener) => channel.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data)),
  now: () => Date.now(),
}
