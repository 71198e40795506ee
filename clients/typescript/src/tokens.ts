/**
 * Keeps the access token in memory and renews it.
 *
 * A tab that needs a new access token takes a lock, asks the other tabs for theirs, and refreshes only if none has a
 * valid one: a refresh token can be used once.
 */
import { DoorwardError } from './errors.js'
import type { Tabs } from './tabs.js'

export interface Issued {
  token: string
  refreshToken: string
  expiresIn: number
}

/** Tells that there is a session, and whose. The refresh token is in a cookie that scripts can't read, or here. */
export interface StoredSession {
  userId: number
  refreshToken?: string
}

interface Access {
  token: string
  expiresAt: number
  userId: number
}

export interface Events {
  /** The session has ended, in this tab or in another one. */
  ended(): void
  /** There is a new token, perhaps of another user. */
  received(userId: number): void
}

export interface TokenManager {
  /** Whose session it is. */
  userId(): number | undefined
  token(rejected?: string): Promise<string>
  /** Keeps the tokens of a new or renewed session. */
  keep(issued: Issued, userId: number): void
  /** Forgets the session in all tabs. Returns the access token, with which the service can end it. */
  clear(): string | undefined
}

/** Renewed this long before it expires, so that a token does not expire on its way. */
const MARGIN_MS = 5_000
const OTHER_TABS_MS = 80

/** `exchange` refreshes: with the given refresh token, or with the one in the cookie. */
export function createTokenManager(name: string, tabs: Tabs, exchange: (refreshToken?: string) => Promise<Issued>, events: Events): TokenManager {
  const key = `${name}.session`
  let access: Access | undefined
  let renewal: Promise<void> | undefined
  let answered = () => {}

  function session(): StoredSession | null {
    try {
      return JSON.parse(tabs.storage.getItem(key) ?? 'null') as StoredSession | null
    } catch {
      return null
    }
  }

  function isValid(rejected?: string): boolean {
    return !!access && access.token !== rejected && access.expiresAt - Date.now() > MARGIN_MS
  }

  function keep({ token, refreshToken, expiresIn }: Issued, userId: number): void {
    tabs.storage.setItem(key, JSON.stringify({ userId, ...(refreshToken && { refreshToken }) }))
    access = { token, expiresAt: Date.now() + expiresIn * 1000, userId }
    tabs.send({ kind: 'token', ...access })
  }

  function clear(): string | undefined {
    const token = access?.token
    access = undefined
    tabs.storage.removeItem(key)
    tabs.send({ kind: 'signed-out' })
    return token
  }

  async function renew(rejected?: string): Promise<void> {
    if (isValid(rejected)) return
    if (tabs.shared) await askOtherTabs()
    if (isValid(rejected)) return
    const before = session()
    if (!before) {
      access = undefined
      events.ended()
      throw signedOut()
    }
    let issued: Issued
    try {
      issued = await exchange(before.refreshToken)
    } catch (error) {
      // Only the service's word ends a session: not a lost connection, not a limit, not an error of a server.
      if (error instanceof DoorwardError && error.code === 401 && isCurrent(before)) {
        clear()
        events.ended()
      }
      throw error
    }
    // While the request was under way, the user signed out, or another one signed in: these tokens are of the past.
    if (!isCurrent(before)) return
    // A page of the service that shares the cookie may have signed another user in.
    const userId = subjectOf(issued.token) ?? before.userId
    keep(issued, userId)
    events.received(userId)
  }

  function isCurrent({ userId, refreshToken }: StoredSession): boolean {
    const now = session()
    return now?.userId === userId && now.refreshToken === refreshToken
  }

  function askOtherTabs(): Promise<void> {
    return new Promise((resolve) => {
      answered = resolve
      setTimeout(resolve, OTHER_TABS_MS)
      tabs.send({ kind: 'ask' })
    })
  }

  tabs.listen((message) => {
    if (message.kind === 'ask') {
      if (access && isValid()) tabs.send({ kind: 'token', ...access })
    } else if (message.kind === 'token') {
      const { token, expiresAt, userId } = message
      access = { token, expiresAt, userId }
      answered()
      events.received(userId)
    } else {
      access = undefined
      events.ended()
    }
  })

  return {
    // A message of another tab can be faster than the storage.
    userId: () => access?.userId ?? session()?.userId,
    keep,
    clear,
    async token(rejected) {
      if (!isValid(rejected)) {
        renewal ??= tabs.locked(() => renew(rejected)).finally(() => (renewal = undefined))
        await renewal
      }
      if (!access) throw signedOut()
      return access.token
    },
  }
}

function signedOut(): DoorwardError {
  return new DoorwardError(401, { reason: 'authentication_required' }, 'Sign in first')
}

/** The id of the user whose token it is. */
function subjectOf(token: string): number | undefined {
  try {
    const claims = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    return Number((JSON.parse(atob(claims)) as { sub: string }).sub) || undefined
  } catch {
    return undefined
  }
}
