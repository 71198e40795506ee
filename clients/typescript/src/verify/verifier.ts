/** Verifies access tokens without asking the service, and knows which sessions have ended. */
import { covers } from '../permissions.js'
import { isTexts, principalOf, type Expected, type Principal } from './claims.js'
import { VerificationError } from './errors.js'
import { verifySignature } from './jws.js'
import { createKeySource } from './keys.js'
import { followFeed, type Feed } from './revocations.js'
import { request, type Transport } from './transport.js'

export interface VerifierOptions extends Expected {
  /** Address of the service. */
  url: string
  /**
   * What to do when the revocation feed was not heard of for longer than `maxStaleness`: refuse all tokens, or ask the
   * service about each. `off`: do without the feed. Tokens then outlive their session until they expire.
   */
  revocations?: 'fail_closed' | 'ask' | 'off'
  /** Seconds, at least 10. Default: 30. */
  maxStaleness?: number
  /** How long a request to the service may take. It bounds the wait of the first request after a start. */
  timeoutMs?: number
  /** Tokens that have expired by less than this are accepted, for clocks that differ. */
  leewaySeconds?: number
  fetch?: typeof fetch
  /** Milliseconds since 1970, for tests. */
  now?: () => number
}

export interface Verifier {
  /** The principal of a valid token. Throws a `VerificationError`. */
  verify(token: string): Promise<Principal>
  /** Verifies the value of the header `Authorization`, and that its user has the permissions. */
  authorize(header: string | null | undefined, ...permissions: string[]): Promise<Principal>
  /** Stops following the revocation feed. */
  close(): void
}

interface Known {
  kid: string
  principal: Principal
}

interface Rights {
  roles: string[]
  permissions: string[]
}

const POLICIES = ['fail_closed', 'ask', 'off']
const LEAST_STALENESS = 10
/** A principal is about 2 KiB. */
const CACHED_TOKENS = 4096
const USER_BYTES = 1024 * 1024
/** Tokens about which the service is asked at the same time. */
const MOST_ASKED = 256

export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, audience, revocations = 'fail_closed', maxStaleness = 30, leewaySeconds = 0 } = options
  if (!issuer || !audience) throw new TypeError('createVerifier needs `issuer` and `audience`')
  // A word that is spelled wrong must not make the verifier fall back, where it was to fail closed.
  if (!POLICIES.includes(revocations)) throw new TypeError(`\`revocations\` must be ${POLICIES.join(', ')}, not ${revocations}`)
  if (!(maxStaleness >= LEAST_STALENESS)) throw new TypeError(`\`maxStaleness\` must be at least ${LEAST_STALENESS} seconds: the service signs a document every few seconds`)
  // A text, as from the environment, or NaN would have tokens never expire.
  if (!(Number.isFinite(leewaySeconds) && leewaySeconds >= 0)) throw new TypeError('`leewaySeconds` must be a number of seconds')
  const transport: Transport = { url: options.url.replace(/\/+$/, ''), fetch: options.fetch ?? fetch, now: options.now ?? Date.now, timeoutMs: options.timeoutMs ?? 5_000 }
  const keys = createKeySource(transport)
  const feed = revocations === 'off' ? undefined : followFeed(transport, keys, issuer, maxStaleness)
  const cache = new Map<string, Known>()
  const asked = new Map<string, Promise<Rights>>()

  async function identify(token: string): Promise<Principal> {
    const found = cache.get(token)
    // The signature counts as long as its key is in the set.
    if (found && keys.known(found.kid)) {
      void keys.find(found.kid)
      return found.principal
    }
    const { kid, claims } = await verifySignature(token, 'at+jwt', keys)
    const principal = principalOf(claims, { issuer, audience }, seconds())
    if (cache.size >= CACHED_TOKENS) cache.delete(cache.keys().next().value!)
    cache.set(token, { kid, principal })
    return principal
  }

  const seconds = () => transport.now() / 1000

  async function verify(token: string): Promise<Principal> {
    const principal = await identify(token)
    if (principal.expiresAt + leewaySeconds <= seconds()) throw new VerificationError('expired')
    if (!feed || (await isCurrent(principal, feed))) return principal
    if (revocations === 'fail_closed') throw new VerificationError('revocations_stale')
    // The rights in the token may have been reduced since, which only the feed would tell.
    return { ...principal, ...(await ask(token, principal)) }
  }

  /** Whether it is proven that the token was not revoked. */
  async function isCurrent(principal: Principal, { known, age, started }: Feed): Promise<boolean> {
    if (known.until === -Infinity) await started
    if (known.isRevoked(principal)) throw new VerificationError('revoked')
    return age() <= maxStaleness
  }

  /** The rights of the token's user at this moment, from the service. Requests with one token share the question. */
  async function ask(token: string, { sub }: Principal): Promise<Rights> {
    let question = asked.get(token)
    if (!question) {
      if (asked.size >= MOST_ASKED) throw new VerificationError('service_unavailable')
      question = askService(token, sub).finally(() => asked.delete(token))
      asked.set(token, question)
    }
    return question
  }

  async function askService(token: string, sub: string): Promise<Rights> {
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await request(transport, '/api/auth/user', USER_BYTES, 0, headers).catch(() => undefined)
    if (answer?.status === 401) throw new VerificationError('revoked')
    if (answer?.status !== 200) throw new VerificationError('service_unavailable')
    const rights = rightsOf(sub, answer.body)
    if (!rights) throw new VerificationError('service_unavailable')
    return rights
  }

  async function authorize(header: string | null | undefined, ...permissions: string[]): Promise<Principal> {
    const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
    if (!token) throw new VerificationError('no_token')
    const principal = await verify(token)
    // Without permissions in it, the token belongs to a user who has more than fit.
    const held = principal.permissions ?? (permissions.length ? (await ask(token, principal)).permissions : [])
    const missing = permissions.find((wanted) => !covers(held, wanted))
    if (missing !== undefined) throw new VerificationError('permission_denied', missing)
    return principal
  }

  return { verify, authorize, close: () => feed?.stop() }
}

/** Undefined for an answer of another form, or about another user: that of a proxy or a cache, for example. */
function rightsOf(sub: string, body: string): Rights | undefined {
  try {
    const { id, roles, permissions, withheld } = JSON.parse(body).data
    if (String(id) !== sub) return undefined
    if (withheld !== undefined) return { roles: [], permissions: [] } // As in the token of such a session.
    return isTexts(roles) && isTexts(permissions) ? { roles, permissions } : undefined
  } catch {
    return undefined
  }
}
