/** What the tabs of a browser share: the storage, a lock and messages. */

/** The messages are those of Doorward's console, which may be open in another tab. */
export type Message = { kind: 'token'; token: string; expiresAt: number; userId: number } | { kind: 'ask' } | { kind: 'signed-out' }

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface Tabs {
  storage: KeyValueStorage
  /** Runs the work while no other tab runs its own. */
  locked<T>(work: () => Promise<T>): Promise<T>
  /** Whether there may be other tabs that answer. */
  shared: boolean
  send(message: Message): void
  listen(listener: (message: Message) => void): void
}

/** A tab that ends while it holds the lock releases it after this time. Longer than any request under the lock. */
const LEASE_MS = 20_000
const SETTLE_MS = 30

/** `own`: a storage that other tabs do not see, or that of a server. */
export function createTabs(name: string, own?: KeyValueStorage): Tabs {
  const local = own ? undefined : localStorageIfAllowed()
  const channel = local && typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined
  const locks = local && typeof navigator === 'object' ? navigator.locks : undefined
  const inTurn = queue()
  return {
    storage: own ?? local ?? memory(),
    shared: !!channel,
    locked: <T>(work: () => Promise<T>): Promise<T> => {
      if (locks) return locks.request(`${name}.refresh`, work) as Promise<T>
      // Without TLS there are no Web Locks.
      return inTurn(local ? () => withLease(local, `${name}.lock`, work) : work)
    },
    send: (message) => channel?.postMessage(message),
    listen: (listener) => channel?.addEventListener('message', (event) => listener(event.data as Message)),
  }
}

function localStorageIfAllowed(): Storage | undefined {
  try {
    // Reading the property throws where the browser forbids storage, and servers have no window.
    return typeof window === 'object' ? window.localStorage : undefined
  } catch {
    return undefined
  }
}

export function memory(): KeyValueStorage {
  const values = new Map<string, string>()
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value), removeItem: (key) => void values.delete(key) }
}

/** Runs one work after the other, in this tab. */
export function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

/**
 * A lock in the storage. Two tabs that write at once see after a pause which of them wrote last. That is not strict, as
 * nothing in the storage is; where it fails, the grace period of the service gives both tabs the same token.
 */
export async function withLease<T>(storage: KeyValueStorage, key: string, work: () => Promise<T>): Promise<T> {
  const mine = Math.random().toString(36).slice(2)
  for (;;) {
    const [, until] = storage.getItem(key)?.split(' ') ?? []
    if (!(Number(until) > Date.now())) {
      storage.setItem(key, `${mine} ${Date.now() + LEASE_MS}`)
      await pause(SETTLE_MS)
      if (isMine()) break
    }
    await pause(SETTLE_MS)
  }
  try {
    return await work()
  } finally {
    if (isMine()) storage.removeItem(key)
  }

  function isMine(): boolean {
    return storage.getItem(key)?.startsWith(`${mine} `) ?? false
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
