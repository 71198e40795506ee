/** Both sides of a key rotation, and the feed, with a real Doorward. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { createVerifier, type Verifier } from '../src/verify/index.js'
import { connect, signedIn } from './support/application.js'
import { environment, python } from './support/service.js'

let verifier: Verifier
beforeEach(() => {
  verifier = createVerifier({ url: inject('doorward'), issuer: 'doorward', audience: 'doorward' })
})
afterEach(() => verifier.close())

function doorward(...command: string[]): void {
  execFileSync(python(), ['-m', 'doorward', ...command], { cwd: join(import.meta.dirname, '../../..'), env: environment(inject('dataDir')) })
}

const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid as string

it('a rotation of the keys fails no request', { timeout: 60_000 }, async () => {
  const { client } = await signedIn()
  const old = await client.token()
  await verifier.verify(old)
  // At once: the verifier hears of the key from the first token that it signed.
  doorward('keys', 'rotate', '--now')
  let renewed = old
  const renew = async () => {
    renewed = await client.token(renewed)
    await expect(verifier.verify(renewed)).resolves.toMatchObject({ permissions: ['*'] })
    return kidOf(renewed)
  }
  await expect.poll(renew, { timeout: 50_000, interval: 200 }).not.toBe(kidOf(old))
  expect(kidOf(renewed)).not.toBe(kidOf(old))
  await expect(verifier.verify(old)).resolves.toMatchObject({ permissions: ['*'] })
})

/** Catches a feed that is polled every ten seconds, without `wait`. The best of three, because other tests run at the same time. */
it('a token is refused within two seconds after the logout, long before it expires', { timeout: 60_000 }, async () => {
  const took: number[] = []
  for (let turn = 0; turn < 3 && !took.some((milliseconds) => milliseconds < 2000); turn++) {
    const { client } = await signedIn()
    const token = await client.token()
    await verifier.verify(token)
    await client.signOut()
    const begun = performance.now()
    await expect.poll(() => verifier.verify(token).catch(({ reason }) => reason), { timeout: 10_000, interval: 20 }).toBe('revoked')
    took.push(performance.now() - begun)
  }
  expect(Math.min(...took)).toBeLessThan(2000)
})

it('a token with rights that were taken away is refused, and a refresh brings one without them', async () => {
  const admin = (await signedIn()).client
  const role = `role-${randomUUID()}`
  await admin.call('POST', '/api/roles', { body: { name: role, permissions: ['orders:*'] } })
  const body = { username: role, password: 'a long enough password', roles: [role] }
  const { id } = await admin.call('POST', '/api/users', { body })
  const { client } = connect()
  await client.signIn(body)
  const token = await client.token()
  await expect(verifier.authorize(`Bearer ${token}`, 'orders:read')).resolves.toMatchObject({ sub: String(id) })
  await admin.call('PUT', '/api/users/{id}', { path: { id }, body: { roles: ['user'] } })
  await expect.poll(() => verifier.verify(token).catch(({ reason }) => reason), { timeout: 10_000, interval: 20 }).toBe('revoked')
  const renewed = await client.token(token)
  await expect(verifier.authorize(`Bearer ${renewed}`, 'orders:read')).rejects.toMatchObject({ reason: 'permission_denied' })
})

/** Catches an answer of which only the status is used: a lost role would count until the token expires. And rights that it calls withheld. */
it('a verifier that has to ask gives the rights of now, not those in the token', async () => {
  const withoutFeed: typeof fetch = (input, init) => (String(input).includes('revocations') ? Promise.reject(new TypeError('cut')) : fetch(input, init))
  const asking = createVerifier({ url: inject('doorward'), issuer: 'doorward', audience: 'doorward', revocations: 'ask', fetch: withoutFeed })
  const admin = (await signedIn()).client
  const role = `role-${randomUUID()}`
  await admin.call('POST', '/api/roles', { body: { name: role, permissions: ['orders:*'] } })
  const body = { username: role, password: 'a long enough password', roles: [role] }
  const { id } = await admin.call('POST', '/api/users', { body })
  const { client } = connect()
  await client.signIn(body)
  const header = `Bearer ${await client.token()}`
  await expect(asking.authorize(header, 'orders:read')).resolves.toMatchObject({ sub: String(id), roles: [role] })
  await admin.call('PUT', '/api/users/{id}', { path: { id }, body: { roles: [] } })
  await expect(asking.authorize(header, 'orders:read')).rejects.toMatchObject({ reason: 'permission_denied' })
  await expect(asking.authorize(header)).resolves.toMatchObject({ roles: [], permissions: [] })
  await admin.call('PUT', '/api/users/{id}', { path: { id }, body: { roles: [role], mustChangePassword: true } })
  await expect(asking.authorize(header, 'orders:read')).rejects.toMatchObject({ reason: 'permission_denied' })
  asking.close()
})
