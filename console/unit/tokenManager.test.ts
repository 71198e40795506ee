import { describe, expect, it, vi } from 'vitest'
import { SessionOver, TokenKeeper, type Means, type News, type Stored } from '../src/session/tokenManager'

/** A browser with any number of tabs: one storage, one channel, one lock, one service. */
class Browser {
  stored: Stored | null = null
  time = 1_000_000
  refreshes: string[] = []
  private listeners: { tab: number; listener: (news: News) => void }[] = []
  private last: Promise<unknown> = Promise.resolve()
  private tabs = 0

  tab(): TokenKeeper {
    const tab = ++this.tabs
    const means: Means = {
      read: () => this.stored,
      write: (stored) => void (this.stored = stored),
      tell: (news) => {
        for (const other of this.listeners) if (other.tab !== tab) setTimeout(() => other.listener(news), 5)
      },
      hear: (listener) => void this.listeners.push({ tab, listener }),
      exclusively: <T>(work: () => Promise<T>) => (this.last = this.last.catch(() => {}).then(work)) as Promise<T>,
      exchange: async (refreshToken) => {
        this.refreshes.push(refreshToken)
        if (refreshToken === 'dead') throw new SessionOver()
        const n = this.refreshes.length
        return { token: `access-${n}`, refreshToken: `refresh-${n}`, expiresIn: 900 }
      },
      now: () => this.time,
    }
    return new TokenKeeper(means)
  }
}

function signedIn(): Browser {
  const browser = new Browser()
  browser.stored = { refreshToken: 'refresh-0', userId: 1 }
  return browser
}

describe('the token keeper', () => {
  it('refreshes once for many requests of many tabs', async () => {
    const browser = signedIn()
    const tabs = [browser.tab(), browser.tab(), browser.tab()]
    const tokens = await Promise.all(tabs.flatMap((tab) => [tab.token(), tab.token()]))
    expect(new Set(tokens)).toEqual(new Set(['access-1']))
    expect(browser.refreshes).toEqual(['refresh-0'])
    expect(browser.stored?.refreshToken).toBe('refresh-1')
  })

  it('takes a good token from another tab instead of refreshing', async () => {
    const browser = signedIn()
    await browser.tab().token()
    expect(await browser.tab().token()).toBe('access-1')
    expect(browser.refreshes).toHaveLength(1)
  })

  it('refreshes before a token expires', async () => {
    const browser = signedIn()
    const tab = browser.tab()
    await tab.token()
    browser.time += 898_000
    expect(await tab.token()).toBe('access-2')
  })

  it('does not take back a token that the service refused, not even from another tab', async () => {
    const browser = signedIn()
    const [one, two] = [browser.tab(), browser.tab()]
    await one.token()
    await two.token()
    expect(await one.token('access-1')).toBe('access-2')
  })

  it('says that the session is over when the refresh token is no good', async () => {
    const browser = new Browser()
    browser.stored = { refreshToken: 'dead', userId: 1 }
    await expect(browser.tab().token()).rejects.toBeInstanceOf(SessionOver)
  })

  it('forgets the session in every tab', async () => {
    const browser = signedIn()
    const [one, two] = [browser.tab(), browser.tab()]
    await one.token()
    await two.token()
    const left = vi.fn()
    two.onSignedOut = left
    one.forget()
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce())
    await expect(two.token()).rejects.toBeInstanceOf(SessionOver)
    expect(browser.stored).toBeNull()
  })

  it('never writes an access token into the storage', async () => {
    const browser = signedIn()
    await browser.tab().token()
    expect(JSON.stringify(browser.stored)).not.toContain('access')
  })
})
