import { afterEach, describe, expect, it, vi } from 'vitest'
import { createVerifier, type Verifier, type VerifierOptions } from '../src/verify/index.js'
import { KEYS, stub, unreachable, type Stub } from './support/stubs.js'
import { vectors } from './support/vectors.js'

const { issuer, audience, now, cases } = vectors<{ issuer: string; audience: string; now: number; cases: { name: string; token: string }[] }>('tokens')
const token = cases[0]!.token
const withoutPermissions = cases.find(({ name }) => name.startsWith('too many permissions'))!.token
const { documents, scenarios } = vectors<{ documents: { name: string; document: string }[]; scenarios: { name: string; documents: string[]; checks: { token: string }[] }[] }>('revocations')
const nothingRevoked = documents.find(({ name }) => name === 'nothing was revoked')!.document
const ended = scenarios.find(({ name }) => name === 'a session ended')!

let verifier: Verifier
afterEach(() => verifier.close())

function verifierAt(service: Stub, options: Partial<VerifierOptions> = {}): Verifier {
  return (verifier = createVerifier({ url: 'https://auth.example.com', issuer, audience, revocations: 'off', fetch: service.fetch, now: () => now * 1000, ...options }))
}

function withKid(kid: string): string {
  const [, body, signature] = token.split('.')
  return [Buffer.from(JSON.stringify({ alg: 'ES256', kid, typ: 'at+jwt' })).toString('base64url'), body, signature].join('.')
}

const claims = { aud: audience, iat: now, exp: now + 900, sub: '7' }

async function newKey(kid: string) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid, alg: 'ES256' }
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const sign = async (typ: string, claims: object) => {
    const text = `${encoded({ alg: 'ES256', kid, typ })}.${encoded({ iss: issuer, ...claims })}`
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, Buffer.from(text))
    return `${text}.${Buffer.from(signature).toString('base64url')}`
  }
  return { jwk, sign }
}

const published = (...keys: { jwk: object }[]) => ({ '/.well-known/jwks.json': () => new Response(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) })) })

describe('the keys', () => {
  it('are fetched once for a thousand unknown kids, at once and one after the other', async () => {
    const service = stub()
    verifierAt(service)
    await verifier.verify(token)
    const forged = (number: number) => expect(verifier.verify(withKid(`unknown-${number}`))).rejects.toMatchObject({ reason: 'unknown_key' })
    await Promise.all(Array.from({ length: 500 }, (_, number) => forged(number)))
    for (let number = 500; number < 1000; number++) await forged(number)
    expect(service.requests).toHaveLength(2)
  })

  it('are fetched again for an unknown kid, so that a new key counts at once', async () => {
    const service = stub({ '/.well-known/jwks.json': () => new Response(JSON.stringify({ keys: JSON.parse(KEYS).keys.slice(2) })) })
    verifierAt(service)
    const eddsa = cases.find(({ name }) => name.startsWith('EdDSA'))!.token
    await expect(verifier.verify(eddsa)).resolves.toMatchObject({ sub: '7' })
    service.answers['/.well-known/jwks.json'] = () => new Response(KEYS)
    await expect(verifier.verify(token)).resolves.toMatchObject({ sub: '7' })
  })

  /** Catches an unknown key that is content with the fetch that happens to be under way: 401 for five seconds. */
  it.each([['a fetch in the background', 61_000], ['the first fetch', 0]])('are fetched again for a key that was published after %s had begun', async (_, passed) => {
    const former = JSON.stringify({ keys: JSON.parse(KEYS).keys.slice(2) })
    let answer = (_: Response) => {}
    const held = () => new Promise<Response>((resolve) => (answer = resolve))
    const service = stub()
    let time = now * 1000
    verifierAt(service, { now: () => time })
    const eddsa = cases.find(({ name }) => name.startsWith('EdDSA'))!.token
    if (passed) {
      service.answers['/.well-known/jwks.json'] = () => new Response(former)
      await verifier.verify(eddsa)
      time += passed
    }
    service.answers['/.well-known/jwks.json'] = held
    const waiting = [verifier.verify(eddsa)]
    await expect.poll(() => service.requests.length).toBe(passed ? 2 : 1)
    service.answers['/.well-known/jwks.json'] = () => new Response(KEYS)
    waiting.push(verifier.verify(token), verifier.verify(cases[1]!.token))
    answer(new Response(former))
    await expect(Promise.all(waiting)).resolves.toMatchObject([{ sub: '7' }, { sub: '7' }, { sub: '7' }])
    expect(service.requests).toHaveLength(passed ? 3 : 2)
  })

  it('of kinds that it does not know do not hide the others', async () => {
    const odd = [null, 5, {}, { kty: 'oct', alg: 'HS256', kid: 'x', k: 'AA' }, { kty: 'EC', alg: 'ES256', crv: [], kid: 'x' }]
    verifierAt(stub({ '/.well-known/jwks.json': () => new Response(JSON.stringify({ keys: [...odd, ...JSON.parse(KEYS).keys] })) }))
    await expect(verifier.verify(token)).resolves.toMatchObject({ sub: '7' })
  })

  /** Catches a time of the next fetch that is an hour away after the clock was set back by one. */
  it('are fetched again also when the clock was set back', async () => {
    const service = stub()
    let time = now * 1000
    verifierAt(service, { now: () => time })
    await verifier.verify(token)
    time -= 600_000
    service.answers['/.well-known/jwks.json'] = () => new Response(JSON.stringify({ keys: JSON.parse(KEYS).keys.slice(1) }))
    await expect.poll(() => verifier.verify(token).catch(({ reason }) => reason)).toBe('unknown_key')
  })

  it('serve on while the service is away, also past the time at which they are fetched again', async () => {
    const service = stub()
    let time = now * 1000
    verifierAt(service, { now: () => time })
    await verifier.verify(token)
    service.answers['/.well-known/jwks.json'] = unreachable
    time += 600_000
    await expect(verifier.verify(cases[1]!.token)).resolves.toMatchObject({ sub: '7' })
    await expect(verifier.verify(token)).resolves.toMatchObject({ sub: '7' })
    expect(service.requests.length).toBeGreaterThan(1)
  })

  it('are kept when the service publishes none', async () => {
    const service = stub()
    let time = now * 1000
    verifierAt(service, { now: () => time })
    await verifier.verify(token)
    service.answers['/.well-known/jwks.json'] = () => new Response('{"keys": []}')
    time += 70_000
    await verifier.verify(token)
    await expect(verifier.verify(cases[1]!.token)).resolves.toMatchObject({ sub: '7' })
  })

  it('are waited for at a cold start, for a bounded time, and a failure is no 401', async () => {
    const hanging = (_: URL, init?: RequestInit) => new Promise<Response>((_, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)))
    const service = stub({ '/.well-known/jwks.json': hanging })
    verifierAt(service, { timeoutMs: 50 })
    const refused = { reason: 'keys_unavailable', status: 503 }
    await Promise.all(Array.from({ length: 100 }, () => expect(verifier.verify(token)).rejects.toMatchObject(refused)))
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
    expect(service.requests).toHaveLength(1)
  })

  it('end the tokens of a key that the service has removed, cached ones too', async () => {
    const service = stub()
    let time = now * 1000
    verifierAt(service, { now: () => time })
    await verifier.verify(token)
    service.answers['/.well-known/jwks.json'] = () => new Response(JSON.stringify({ keys: JSON.parse(KEYS).keys.slice(1) }))
    time += 60_000
    await verifier.verify(token)
    await expect.poll(() => verifier.verify(token).catch(({ reason }) => reason)).toBe('unknown_key')
  })
})

describe('a cached token', () => {
  it('expires', async () => {
    let time = now * 1000
    verifierAt(stub(), { now: () => time })
    await verifier.verify(token)
    time += 840_000
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'expired' })
  })
})

describe('the revocation feed', () => {
  const feed = (text: () => string) => ({ '/.well-known/revocations': () => new Response(text()) })

  it('ends the tokens of a session, before they expire', async () => {
    const service = stub(feed(() => ended.documents[0]!))
    verifierAt(service, { revocations: 'fail_closed' })
    await expect(verifier.verify(ended.checks[0]!.token)).rejects.toMatchObject({ reason: 'revoked', status: 401 })
    await expect(verifier.verify(ended.checks[1]!.token)).resolves.toMatchObject({ sub: expect.any(String) })
  })

  it('refuses all tokens when it was not heard of for too long', async () => {
    let time = now * 1000
    verifierAt(stub(feed(() => nothingRevoked)), { revocations: 'fail_closed', maxStaleness: 30, now: () => time })
    await expect(verifier.verify(token)).resolves.toMatchObject({ sub: '7' })
    time += 31_000
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'revocations_stale', status: 503 })
  })

  /** Catches an age by the clock of the machine alone, by which everything is current after it was set back. */
  it('refuses them also when the clock was set back since', async () => {
    let time = now * 1000
    verifierAt(stub(feed(() => nothingRevoked)), { revocations: 'fail_closed', maxStaleness: 30, now: () => time })
    await verifier.verify(token)
    const later = performance.now() + 31_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
    time -= 600_000
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'revocations_stale' })
    clock.mockRestore()
  })

  /** Catches a limit of 4 MiB. Such a feed is rare, and would keep every service that starts from serving. */
  it('may have two hundred thousand sessions', async () => {
    const own = await newKey('own')
    const sessions = Array.from({ length: 200_000 }, (_, number) => String(4_000_000_000_000_000_000n + BigInt(number)))
    const large = await own.sign('revocations+jwt', { seq: 1, from: now - 1020, until: now, sessions, users: [] })
    const service = stub({ ...published(own), ...feed(() => large) })
    verifierAt(service, { revocations: 'fail_closed' })
    const of = (sid: string) => own.sign('at+jwt', { ...claims, sid })
    await expect(verifier.verify(await of(sessions[199_999]!))).rejects.toMatchObject({ reason: 'revoked' })
    await expect(verifier.verify(await of('41'))).resolves.toMatchObject({ sub: '7' })
  })

  /** Catches keys that are fetched once a minute alone: a thief of the key can forge tokens for as long. */
  it('ends the tokens of a retired key as soon as it tells of it', async () => {
    const [own, retired] = await Promise.all([newKey('own'), newKey('retired')])
    const document = (seq: number, users: object[]) => own.sign('revocations+jwt', { seq, from: now - 1020, until: now, sessions: [], users })
    const documents = [await document(1, []), await document(2, [{ sub: '*', before: now }])]
    const service = stub({ ...published(own, retired), ...feed(() => documents[0]!) })
    verifierAt(service, { revocations: 'fail_closed' })
    const forged = await retired.sign('at+jwt', { ...claims, sid: '41' })
    await verifier.verify(forged)
    Object.assign(service.answers, published(own))
    documents.shift()
    await expect.poll(() => verifier.verify(forged).catch(({ reason }) => reason), { timeout: 5_000 }).toBe('unknown_key')
    await expect(verifier.verify(await own.sign('at+jwt', { ...claims, sid: '41' }))).resolves.toMatchObject({ sub: '7' })
  })

  it('is asked for without a wait after a failure, because the limit may be near', async () => {
    const waits: (string | null)[] = []
    const answers = [() => new Response(nothingRevoked), unreachable, () => new Response(nothingRevoked), () => new Response(nothingRevoked)]
    const read = (url: URL) => {
      waits.push(url.searchParams.get('wait'))
      return (answers.shift() ?? unreachable)()
    }
    verifierAt(stub({ '/.well-known/revocations': read }), { revocations: 'fail_closed' })
    await expect.poll(() => waits.slice(0, 4), { timeout: 10_000 }).toEqual([null, '10', '0', '10'])
  })

  it('asks the service instead, where that is wanted, once for concurrent requests', async () => {
    const service = stub({ ...feed(unreachable), '/api/auth/user': () => new Response('{"data": {"id": 7, "roles": [], "permissions": []}}') })
    verifierAt(service, { revocations: 'ask' })
    await verifier.verify(token)
    await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token)))
    expect(service.requests.filter((path) => path === '/api/auth/user')).toHaveLength(2)
    service.answers['/api/auth/user'] = () => new Response('{}', { status: 401 })
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'revoked' })
    service.answers['/api/auth/user'] = unreachable
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'service_unavailable', status: 503 })
  })

  it('leaves a token undecided where something else answers in place of the service', async () => {
    const service = stub(feed(unreachable))
    verifierAt(service, { revocations: 'ask' })
    for (const body of ['<html>Welcome</html>', '{}', '{"data": null}', '{"data": {"id": 7, "roles": [], "permissions": "*"}}', '{"data": {"id": 1, "roles": [], "permissions": ["*"]}}']) {
      service.answers['/api/auth/user'] = () => new Response(body)
      await expect(verifier.authorize(`Bearer ${token}`, 'orders:read')).rejects.toMatchObject({ reason: 'service_unavailable', status: 503 })
    }
  })

  it('is not believed when another key signed it', async () => {
    const forged = documents.find(({ name }) => name === 'a signature of another document')!.document
    verifierAt(stub(feed(() => forged)), { revocations: 'fail_closed' })
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'revocations_stale' })
  })
})

/** Catches a policy that is none of the words, and counts as `ask`; a leeway as a text, by which no token expires. */
it.each([{ leewaySeconds: '5' }, { leewaySeconds: NaN }, { revocations: 'fail-closed' }, { maxStaleness: 5 }, { maxStaleness: NaN }, { audience: '' }])('an option with a wrong value is named: %o', (options) => {
  verifierAt(stub())
  expect(() => verifierAt(stub(), options as Partial<VerifierOptions>)).toThrow(Object.keys(options)[0])
})

describe('permissions', () => {
  it('are asked of the service when they do not fit into a token', async () => {
    const service = stub({ '/api/auth/user': () => new Response('{"data": {"id": 7, "roles": [], "permissions": ["orders:*"]}}') })
    verifierAt(service)
    await expect(verifier.authorize(`Bearer ${withoutPermissions}`, 'orders:read')).resolves.toMatchObject({ sub: '7' })
    await expect(verifier.authorize(`Bearer ${withoutPermissions}`, 'users:read')).rejects.toMatchObject({ status: 403, required: 'users:read' })
  })

  it('that are missing are named', async () => {
    verifierAt(stub())
    await expect(verifier.authorize(`Bearer ${token}`, 'orders:read', 'users:read')).rejects.toMatchObject({
      body: { code: 403, data: { reason: 'permission_denied', required: 'users:read' } },
      headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
    })
  })

  it('need a token', async () => {
    verifierAt(stub())
    for (const header of [undefined, '', 'Basic YTpi', 'Bearer', token]) {
      await expect(verifier.authorize(header)).rejects.toMatchObject({ reason: 'no_token', headers: { 'WWW-Authenticate': 'Bearer' } })
    }
  })
})
