/**
 * Keeps the access token in memory and the session alive, together with the other tabs.
 *
 * All tabs share one refresh token. Whoever needs a new access token takes the lock, asks the other tabs for theirs,
 * and only then refreshes: one refresh for many tabs, whatever the timing.
 */

export interface Tokens {
  token: string
  refreshToken: string
  expiresIn: number
}

export type News =
  | { kind: 'token'; token: string; expiresAt: number; userId: number }
  | { kind: 'ask' }
  | { kind: 'signed-out' }

export interface Stored {
  refreshToken: string
  userId: number
}

/** What the keeper needs of the browser, so that tests can give it something smaller. */
export interface Means {
  read(): Stored | null
  write(stored: Stored | null): void
  tell(news: News): void
  hear(listener: (news: News) => void): void
  exclusively<T>(work: () => Promise<T>): Promise<T>
  exchange(refreshToken: string): Promise<Tokens>
  now(): number
}

/** The session can't be continued: somebody has to sign in again. */
export class SessionOver extends Error {}

/** A token that dies on its way to the service is of no use. */
const EXPIRES_SOON_MS = 5_000
const OTHER_TABS_MS = 80

interface Access {
  token: string
  expiresAt: number
  userId: number
}

export class TokenKeeper {
  onSignedOut: () => void = () => {}
  onAdopted: (userId: number) => void = () => {}

  private access: Access | null = null
  private renewal: Promise<void> | null = null
  private arrived: () => void = () => {}

  constructor(private readonly means: Means) {
    means.hear((news) => this.hear(news))
  }

  get signedIn(): boolean {
    return this.means.read() !== null
  }

  /** A token that is good for the next request; `refused` is one that the service did not take. */
  async token(refused?: string): Promise<string> {
    if (!this.good(refused)) await this.renew(refused)
    if (!this.access) throw new SessionOver()
    return this.access.token
  }

  /** Goes on with the tokens of a new session. */
  adopt(tokens: Tokens, userId: number): void {
    this.means.write({ refreshToken: tokens.refreshToken, userId })
    this.access = { token: tokens.token, expiresAt: this.means.now() + tokens.expiresIn * 1000, userId }
    this.means.tell({ kind: 'token', ...this.access })
  }

  /** Forgets the session here and in every other tab; returns the token to end it with, if there is one. */
  forget(): string | null {
    const token = this.access?.token ?? null
    this.access = null
    this.means.write(null)
    this.means.tell({ kind: 'signed-out' })
    return token
  }

  private good(refused?: string): boolean {
    return this.access !== null && this.access.token !== refused && this.access.expiresAt - this.means.now() > EXPIRES_SOON_MS
  }

  private renew(refused?: string): Promise<void> {
    this.renewal ??= this.means
      .exclusively(() => this.askOrExchange(refused))
      .finally(() => (this.renewal = null))
    return this.renewal
  }

  private async askOrExchange(refused?: string): Promise<void> {
    if (this.good(refused)) return
    await this.askOtherTabs()
    if (this.good(refused)) return
    const stored = this.means.read()
    if (!stored) throw new SessionOver()
    this.adopt(await this.means.exchange(stored.refreshToken), stored.userId)
  }

  private askOtherTabs(): Promise<void> {
    return new Promise((resolve) => {
      this.arrived = resolve
      setTimeout(resolve, OTHER_TABS_MS)
      this.means.tell({ kind: 'ask' })
    })
  }

  private hear(news: News): void {
    if (news.kind === 'ask') {
      if (this.access && this.good()) this.means.tell({ kind: 'token', ...this.access })
    } else if (news.kind === 'token') {
      const { token, expiresAt, userId } = news
      this.access = { token, expiresAt, userId }
      this.arrived()
      this.onAdopted(userId)
    } else {
      this.access = null
      this.onSignedOut()
    }
  }
}
