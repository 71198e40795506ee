/** The public keys of the service: fetched rarely, kept during an outage, and never because of a forged `kid`. */
import { VerificationError } from './errors.js'
import { read, type Transport } from './transport.js'

export interface Key {
  algorithm: string
  verify(signed: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>): Promise<boolean>
}

export interface KeySource {
  /** The key of that name, fetched if it may be new. Throws when no keys could be fetched yet. */
  find(kid: string): Promise<Key | undefined>
  /** The key of that name, as known now. */
  known(kid: string): Key | undefined
  /** Fetches the keys in the background. */
  renew(): void
}

/** The algorithms of the service. A key has one, and a token does not choose. */
const ALGORITHMS: Record<string, { kty: string; crv?: string; imported: AlgorithmIdentifier | RsaHashedImportParams | EcKeyImportParams; verified: AlgorithmIdentifier | EcdsaParams }> = {
  ES256: { kty: 'EC', crv: 'P-256', imported: { name: 'ECDSA', namedCurve: 'P-256' }, verified: { name: 'ECDSA', hash: 'SHA-256' } },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', imported: 'Ed25519', verified: 'Ed25519' },
  RS256: { kty: 'RSA', imported: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, verified: 'RSASSA-PKCS1-v1_5' },
}
const MAX_BYTES = 64 * 1024
/** New keys are announced before they sign, so that this suffices to know them in time. */
const REFRESH_MS = 60_000
/** Between two fetches for unknown keys, however many tokens name one. */
const UNKNOWN_PAUSE_MS = 5_000
/** Between two attempts that failed. */
const FAILURE_PAUSE_MS = 1_000

export function createKeySource(transport: Transport): KeySource {
  let keys: Map<string, Key> | undefined
  let attempted = -Infinity
  let soughtUnknown = -Infinity
  let fetching: Promise<void> | undefined
  let seeking: Promise<void> | undefined

  function fetchOnce(): Promise<void> {
    attempted = transport.now()
    fetching ??= load().finally(() => (fetching = undefined))
    return fetching
  }

  const renew = () => void fetchOnce().catch(() => {})

  async function load(): Promise<void> {
    const { body } = await read(transport, '/.well-known/jwks.json', MAX_BYTES)
    const { keys: published } = JSON.parse(body) as { keys: ((JsonWebKey & { kid?: string }) | null)[] }
    const imported = await Promise.all(published.map(importKey))
    const usable = imported.filter((entry) => entry !== undefined)
    // An empty set would refuse every token: it is more likely to be an error.
    if (usable.length) keys = new Map(usable)
  }

  /** A clock that was set back must not stop the fetches. */
  const since = (time: number) => (transport.now() < time ? Infinity : transport.now() - time)

  /** Fetches for keys that are not in the set, at most once in a while for all of them. */
  async function seek(kid: string): Promise<void> {
    if (since(soughtUnknown) >= UNKNOWN_PAUSE_MS) {
      soughtUnknown = transport.now()
      seeking = fetchFor(kid).finally(() => (seeking = undefined))
    }
    await (seeking ?? fetching?.catch(() => {}))
  }

  async function fetchFor(kid: string): Promise<void> {
    // One that is under way may have begun before the key was published: it is not the last word.
    await fetching?.catch(() => {})
    if (!keys?.has(kid)) await fetchOnce().catch(() => {})
  }

  return {
    known: (kid) => keys?.get(kid),
    renew,
    async find(kid) {
      if (!keys && (fetching || since(attempted) >= FAILURE_PAUSE_MS)) await fetchOnce().catch(() => {})
      if (!keys) throw new VerificationError('keys_unavailable')
      if (!keys.has(kid)) await seek(kid)
      // In the background: during an outage the old keys serve on.
      else if (!fetching && since(attempted) >= REFRESH_MS) renew()
      return keys.get(kid)
    },
  }
}

/** Undefined for a key of another kind, which must not hide the others. */
async function importKey(jwk: (JsonWebKey & { kid?: string }) | null): Promise<[string, Key] | undefined> {
  const algorithm = ALGORITHMS[jwk?.alg ?? '']
  if (!jwk || !algorithm || typeof jwk.kid !== 'string' || jwk.kty !== algorithm.kty || jwk.crv !== algorithm.crv) return
  const { kty, crv, x, y, n, e } = jwk
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y, n, e }, algorithm.imported, false, ['verify']).catch(() => undefined)
  if (!key) return
  return [jwk.kid, { algorithm: jwk.alg!, verify: (signed, signature) => crypto.subtle.verify(algorithm.verified, key, signature, signed) }]
}
