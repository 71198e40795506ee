/** A service of which a test decides every answer: for outages and forgeries, which a real one does not produce. */
import { vectors } from './vectors.js'

export const KEYS = JSON.stringify(vectors<object>('keys'))

export type Handler = (url: URL, init?: RequestInit) => Response | Promise<Response>

export interface Stub {
  fetch: typeof fetch
  /** The paths that were requested. */
  requests: string[]
  answers: Record<string, Handler>
}

export function stub(answers: Record<string, Handler> = {}): Stub {
  const all: Record<string, Handler> = { '/.well-known/jwks.json': () => new Response(KEYS), ...answers }
  const requests: string[] = []
  return {
    answers: all,
    requests,
    fetch: async (input, init) => {
      const url = new URL(String(input))
      requests.push(url.pathname)
      const answer = all[url.pathname]
      if (!answer) throw new TypeError('fetch failed')
      return answer(url, init)
    },
  }
}

export function unreachable(): never {
  throw new TypeError('fetch failed')
}
