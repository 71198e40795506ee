import { describe, expect, it, vi } from 'vitest'
import { SessionEnded, TokenManager, type Platform, type StoredSession, type TabMessage } from '../src/session/tokenManager'

/** An access token, as far as a browser reads it. */
function access(number: number, user = 1): string {
  return `${number}.${btoa(JSON.stringify({ sub: String(user) }))}.signature`
}

/** A browser with several tabs, which share the storage, the broadcast channel, the lock and the service. */
class Browser {
  stored: StoredSession | null = null
  time = 1_000_000
  /** What each refresh sent: the cookie, or a token that an earlier version had stored. */
  refreshes: string[] = []
  revoked = false
  /** Whose refresh token the cookie is. */
  user = 1
  duringRefresh = () => {}
  private listeners: { tab: number; listener: (message: TabMessage) => void }[] = []
  private lastLocked: Promise<unknown> = Promise.resolve()
  private tabs = 0

  tab(): TokenManager {
    const tab = ++this.tabs
    const platform: Platform = {
      read: () => this.stored,
      write: (stored) => void (this.stored = stored),
      broadcast: (message) => {
        for (const other of this.listeners) if (other.tab !== tab) setTimeout(() => other.listener(message), 5)
      },
      onMessage: (listener) => void this.listeners.push({ tab, listener }),
      withLock: <T>(work: () => Promise<T>) => (this.lastLocked = this.lastLocked.catch(() => {}).then(work)) as Promise<T>,
      refresh: async (stored) => {
        this.refreshes.push(stored ?? 'cookie')
        this.duringRefresh()
        if (this.revoked) throw new SessionEnded()
        return { token: access(this.refreshes.length, this.user), expiresIn: 900 }
      },
      now: () => this.time,
    }
    return new TokenManager(platform)
  }
}

function signedIn(): Browser {
  const browser = new Browser()
  browser.stored = { userId: 1 }
  return browser
}

describe('the token manager', () => {
  it('refreshes once for concurrent requests in several tabs', async () => {
    const browser = signedIn()
    const tabs = [browser.tab(), browser.tab(), browser.tab()]
    const tokens = await Promise.all(tabs.flatMap((tab) => [tab.token(), tab.token()]))
    expect(new Set(tokens)).toEqual(new Set([access(1)]))
    expect(browser.refreshes).toEqual(['cookie'])
  })

  it('uses a valid token of another tab instead of refreshing', async () => {
    const browser = signedIn()
    await browser.tab().token()
    expect(await browser.tab().token()).toBe(access(1))
    expect(browser.refreshes).toHaveLength(1)
  })

  it('refreshes before the token expires', async () => {
    const browser = signedIn()
    const tab = browser.tab()
    await tab.token()
    browser.time += 898_000
    expect(await tab.token()).toBe(access(2))
  })

  it('does not reuse a token that the service rejected, even if another tab offers it', async () => {
    const browser = signedIn()
    const [one, two] = [browser.tab(), browser.tab()]
    await one.token()
    await two.token()
    expect(await one.token(access(1))).toBe(access(2))
  })

  it('reports that the session has ended when the refresh token is rejected', async () => {
    const browser = signedIn()
    browser.revoked = true
    await expect(browser.tab().token()).rejects.toBeInstanceOf(SessionEnded)
  })

  it('clears the session in every tab', async () => {
    const browser = signedIn()
    const [one, two] = [browser.tab(), browser.tab()]
    await one.token()
    await two.token()
    const signedOut = vi.fn()
    two.onSignedOut = signedOut
    one.clear()
    await vi.waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
    await expect(two.token()).rejects.toBeInstanceOf(SessionEnded)
    expect(browser.stored).toBeNull()
  })

  it('never writes a token to storage', async () => {
    const browser = signedIn()
    await browser.tab().token()
    expect(browser.stored).toEqual({ userId: 1 })
  })

  it('exchanges a token that an earlier version stored for the cookie, and removes it', async () => {
    const browser = signedIn()
    browser.stored = { userId: 1, refreshToken: 'dwr_stored' }
    const tab = browser.tab()
    expect(await tab.token()).toBe(access(1))
    expect(browser.stored).toEqual({ userId: 1 })
    await tab.token(access(1))
    expect(browser.refreshes).toEqual(['dwr_stored', 'cookie'])
  })

  it('removes a stored token that is no longer valid', async () => {
    const browser = signedIn()
    browser.stored = { userId: 1, refreshToken: 'dwr_stored' }
    browser.revoked = true
    await expect(browser.tab().token()).rejects.toBeInstanceOf(SessionEnded)
    expect(browser.stored).toEqual({ userId: 1 })
  })

  it('stays signed out when another tab signs out during a refresh', async () => {
    const browser = signedIn()
    const [one, two] = [browser.tab(), browser.tab()]
    browser.duringRefresh = () => void two.clear()
    await expect(one.token()).rejects.toBeInstanceOf(SessionEnded)
    expect(browser.stored).toBeNull()
  })

  // Mutant: a request of the one user is sent with the token of the other, whose account it would change.
  it('gives a page that shows one user no token of another, who signed in in another tab', async () => {
    const browser = signedIn()
    const [one, two] = [browser.tab(), browser.tab()]
    one.owner = () => 1
    const received = vi.fn()
    one.onTokenReceived = received
    browser.user = 2
    two.store({ token: access(9, 2), expiresIn: 900 })
    await vi.waitFor(() => expect(received).toHaveBeenCalledWith(2))
    await expect(one.token()).rejects.toBeInstanceOf(SessionEnded)
    expect(await two.token()).toBe(access(9, 2))
  })

  it('knows whose a refreshed token is, whatever the tabs have stored', async () => {
    const browser = signedIn()
    const tab = browser.tab()
    tab.owner = () => 1
    browser.user = 2
    await expect(tab.token()).rejects.toBeInstanceOf(SessionEnded)
    expect(browser.stored).toEqual({ userId: 2 })
  })
})
