/** The browser's side of the token keeper: storage, the channel between tabs, and the lock. */
import type { Means, News, Stored, Tokens } from './tokenManager'
import { SessionOver } from './tokenManager'
import { connection } from './connection'

const KEY = 'doorward.session'
const LOCK = 'doorward.refresh'

const channel = new BroadcastChannel('doorward')

function read(): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Stored | null
  } catch {
    return null
  }
}

function write(stored: Stored | null): void {
  if (stored) localStorage.setItem(KEY, JSON.stringify(stored))
  else localStorage.removeItem(KEY)
}

async function exchange(refreshToken: string): Promise<Tokens> {
  const answer = await connection.watch(
    fetch('/api/auth/refresh', { method: 'POST', body: JSON.stringify({ refreshToken }) }),
  )
  if (answer.ok) return ((await answer.json()) as { data: Tokens }).data
  if (answer.status === 401) throw new SessionOver()
  throw new Error(`refresh: ${answer.status}`)
}

function exclusively<T>(work: () => Promise<T>): Promise<T> {
  // Locks exist in secure contexts only. Without them the service's grace window answers all tabs alike.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(LOCK, work) as Promise<T>
}

export const means: Means = {
  read,
  write,
  exchange,
  exclusively,
  tell: (news) => channel.postMessage(news),
  hear: (listener) => channel.addEventListener('message', (event: MessageEvent<News>) => listener(event.data)),
  now: () => Date.now(),
}
