/**
 * Keeps the access token in memory and renews it with the refresh token, which all tabs share: it is in a cookie that
 * scripts cannot read.
 *
 * A tab that needs a new access token takes a lock, asks the other tabs for theirs, and refreshes only if no tab
 * has a valid one. The refresh token is single-use, so concurrent refreshes by several tabs are avoided.
 */

export interface Tokens {
  token: string
  expiresIn: number
}

/** Sent between tabs. Tabs of different versions may be open at once, so the format has to stay compatible. */
export type TabMessage =
  | { kind: 'token'; token: string; expiresAt: number; userId: number }
  | { kind: 'ask' }
  | { kind: 'signed-out' }

/** Tells that there is a session, and whose: the cookie itself is invisible here. */
export interface StoredSession {
  userId: number
  /** Left by an earlier version of the console. It is exchanged for the cookie once, and removed. */
  refreshToken?: string
}

/** The browser features the token manager depends on. Tests substitute an in-memory implementation. */
export interface Platform {
  read(): StoredSession | null
  write(stored: StoredSession | null): void
  broadcast(message: TabMessage): void
  onMessage(listener: (message: TabMessage) => void): void
  withLock<T>(work: () => Promise<T>): Promise<T>
  /** Exchanges the refresh token in the cookie, or a stored one for the cookie. */
  refresh(stored?: string): Promise<Tokens>
  now(): number
}

/** The session cannot be continued; the user has to sign in again. */
export class SessionEnded extends Error {}

/** Renew this long before expiry, so that a token does not expire in transit. */
const EXPIRY_MARGIN_MS = 5_000
const OTHER_TABS_TIMEOUT_MS = 80

interface AccessToken {
  token: string
  expiresAt: number
  userId: number
}

export class TokenManager {
  /** The user whose data the page shows, if it shows any. A token of another user, who has signed in in another tab, is not for its requests. */
  owner: () => number | undefined = () => undefined
  onSignedOut: () => void = () => {}
  onTokenReceived: (userId: number) => void = () => {}

  private access: AccessToken | null = null
  private renewal: Promise<void> | null = null
  private tokenReceived: () => void = () => {}

  constructor(private readonly platform: Platform) {
    platform.onMessage((message) => this.receive(message))
  }

  get signedIn(): boolean {
    return this.platform.read() !== null
  }

  /** Returns a valid access token, renewing it if necessary. `rejected` is a token that the service did not accept. */
  async token(rejected?: string): Promise<string> {
    if (!this.isValid(rejected)) await this.renew(rejected)
    if (!this.access || !this.isOwners(this.access)) throw new SessionEnded()
    return this.access.token
  }

  /** Stores the tokens of a new or refreshed session and shares the access token with the other tabs. */
  store({ token, expiresIn }: Tokens): void {
    const userId = subjectOf(token)
    this.platform.write({ userId })
    this.access = { token, expiresAt: this.platform.now() + expiresIn * 1000, userId }
    this.platform.broadcast({ kind: 'token', ...this.access })
  }

  /** Clears the session in all tabs. Returns the access token, if any, so that the caller can revoke the session. */
  clear(): string | null {
    const token = this.access?.token ?? null
    this.access = null
    this.platform.write(null)
    this.platform.broadcast({ kind: 'signed-out' })
    return token
  }

  private isValid(rejected?: string): boolean {
    return this.access !== null && this.isOwners(this.access) && this.access.token !== rejected && this.access.expiresAt - this.platform.now() > EXPIRY_MARGIN_MS
  }

  private isOwners({ userId }: AccessToken): boolean {
    return (this.owner() ?? userId) === userId
  }

  private renew(rejected?: string): Promise<void> {
    this.renewal ??= this.platform
      .withLock(() => this.requestOrRefresh(rejected))
      .finally(() => (this.renewal = null))
    return this.renewal
  }

  private async requestOrRefresh(rejected?: string): Promise<void> {
    if (this.isValid(rejected)) return
    await this.requestFromOtherTabs()
    if (this.isValid(rejected)) return
    const stored = this.platform.read()
    if (!stored) throw new SessionEnded()
    const tokens = await this.platform.refresh(stored.refreshToken).catch((error: unknown) => {
      if (error instanceof SessionEnded) this.platform.write({ userId: stored.userId })
      throw error
    })
    // Signed out in another tab while the request was under way.
    if (!this.signedIn) throw new SessionEnded()
    this.store(tokens)
  }

  private requestFromOtherTabs(): Promise<void> {
    return new Promise((resolve) => {
      this.tokenReceived = resolve
      setTimeout(resolve, OTHER_TABS_TIMEOUT_MS)
      this.platform.broadcast({ kind: 'ask' })
    })
  }

  private receive(message: TabMessage): void {
    if (message.kind === 'ask') {
      if (this.access && this.isValid()) this.platform.broadcast({ kind: 'token', ...this.access })
    } else if (message.kind === 'token') {
      const { token, expiresAt, userId } = message
      this.access = { token, expiresAt, userId }
      this.tokenReceived()
      this.onTokenReceived(userId)
    } else {
      this.access = null
      this.onSignedOut()
    }
  }
}

/** Whose token it is, as the service has signed it. What tabs have stored may be about another sign-in. */
function subjectOf(token: string): number {
  const claims = atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))
  return Number((JSON.parse(claims) as { sub: string }).sub)
}
