import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createClient, DoorwardError, isReason } from '../src/index.js'
import { memory } from '../src/tabs.js'
import { api, connect, signedIn, type Api, type Counting } from './support/application.js'
import { ADMIN_PASSWORD } from './support/service.js'

const refreshes = ({ requests }: Counting) => requests.filter((path) => path === '/api/auth/refresh').length

let application: Api | undefined
afterEach(() => application?.close())

/** An API that accepts every token but one. */
async function refusing() {
  const seen = { url: '', rejected: '', bodies: [] as string[] }
  application = await api((request, response, body) => {
    if (request.headers.authorization === `Bearer ${seen.rejected}`) return void response.writeHead(401).end()
    seen.bodies.push(body)
    response.end('fine')
  })
  return Object.assign(seen, { url: application.url })
}

/** A client whose present token that API refuses. */
async function refused() {
  const seen = await refusing()
  const connected = await signedIn({ origins: [seen.url] })
  seen.rejected = await connected.client.token()
  return { ...connected, connected, seen }
}

function deferred() {
  let resolve = () => {}
  return { promise: new Promise<void>((done) => (resolve = done)), resolve: () => resolve() }
}

describe('signing in', () => {
  it('tells who the user is and what they may do', async () => {
    const { client } = connect()
    expect(client.state).toEqual({ status: 'unknown', user: null })
    const states: string[] = []
    client.subscribe(() => states.push(client.state.status))
    const user = await client.signIn({ username: 'admin', password: ADMIN_PASSWORD })
    expect(user).toMatchObject({ username: 'admin', permissions: ['*'] })
    expect(client.can(['users:read', 'orders:export'])).toBe(true)
    expect(states).toEqual(['signed-in'])
  })

  it('fails with the reason of the service', async () => {
    const { client } = connect()
    const error = await client.signIn({ username: 'admin', password: 'wrong' }).catch((error: unknown) => error)
    expect(isReason(error, 'invalid_credentials')).toBe(true)
    expect(error).toMatchObject({ code: 401, reason: 'invalid_credentials' })
    const empty = await client.signIn({ username: '', password: '' }).catch((error: unknown) => error)
    // The type of `data` follows from the reason.
    expect(isReason(empty, 'validation_failed') && empty.data.fields.map(({ field }) => field)).toEqual(['username', 'password'])
  })

  it('is remembered in the storage, until the user signs out', async () => {
    const storage = memory()
    const { client } = await signedIn({ storage })
    const reloaded = connect({ storage }).client
    await expect(reloaded.restore()).resolves.toMatchObject({ username: 'admin' })
    await expect(reloaded.signOut()).resolves.toBe(true)
    expect(reloaded.state).toEqual({ status: 'signed-out', user: null })
    await expect(connect({ storage }).client.restore()).resolves.toBe(null)
    await expect(client.call('GET', '/api/auth/user')).rejects.toMatchObject({ code: 401 })
    expect(client.state.status).toBe('signed-out')
  })

  it('that was never done needs no request', async () => {
    const connected = connect()
    await expect(connected.client.restore()).resolves.toBe(null)
    await expect(connected.client.call('GET', '/api/users')).rejects.toMatchObject({ reason: 'authentication_required' })
    expect(connected.requests).toEqual([])
  })
})

describe('renewing the token', () => {
  it('happens once for fifty parallel 401s', async () => {
    const { client, connected, seen } = await refused()
    await Promise.all(Array.from({ length: 50 }, async () => expect((await client.fetch(`${seen.url}/orders`)).status).toBe(200)))
    expect(refreshes(connected)).toBe(1)
  })

  it('never sends a token to an origin that was not named', async () => {
    const { url, bodies } = await refusing()
    const { client } = await signedIn()
    await expect(client.fetch(url)).rejects.toThrow('name it in `origins`')
    expect(bodies).toEqual([])
  })

  /** Catches tokens that count as those of the user before: `restore` asked without end, and pages showed another user. */
  it('tells whose tokens it got, where a hosted page has signed another user in', async () => {
    const admin = await signedIn()
    const body = { username: `user-${randomUUID()}`, password: 'a long enough password' }
    const { id } = await admin.client.call('POST', '/api/users', { body })
    const storage = memory()
    const page = connect({ storage })
    const ann = await page.client.signIn(body)
    const key = `doorward ${inject('doorward')}.session`
    const replaced = () => storage.setItem(key, JSON.stringify({ ...JSON.parse(admin.storage.getItem(key)!), userId: id }))
    replaced()
    const reloaded = connect({ storage })
    await expect(reloaded.client.restore()).resolves.toMatchObject({ username: 'admin' })
    expect(reloaded.requests).toEqual(['/api/auth/refresh', '/api/auth/user'])
    expect(page.client.state.user).toEqual(ann)
    await page.client.token(await page.client.token())
    await expect.poll(() => page.client.state.user).toMatchObject({ username: 'admin' })
  })

  it('does not sign out when the service cannot be reached', async () => {
    const storage = memory()
    const connected = await signedIn({ storage })
    connected.line.cut = true
    await expect(connected.client.token(await connected.client.token())).rejects.toMatchObject({ reason: 'unreachable', code: 0 })
    expect(connected.client.state.status).toBe('signed-in')
    const reloaded = connect({ storage })
    reloaded.line.cut = true
    await expect(reloaded.client.restore()).rejects.toMatchObject({ reason: 'unreachable' })
    expect(reloaded.client.state.status).toBe('unknown')
    reloaded.line.cut = connected.line.cut = false
    await expect(reloaded.client.restore()).resolves.toMatchObject({ username: 'admin' })
  })

  it('does not sign out when a proxy or a limit answers in the place of the service', async () => {
    for (const status of [429, 500, 502, 503]) {
      const { storage } = await signedIn()
      const broken = createClient({ url: inject('doorward'), storage, fetch: async () => new Response('<h1>busy</h1>', { status }) })
      await expect(broken.restore()).rejects.toMatchObject({ reason: 'unexpected_answer', code: status })
      await expect(connect({ storage }).client.restore()).resolves.toMatchObject({ username: 'admin' })
    }
  })

  it('signs out when the session has ended', async () => {
    const { client, storage } = await signedIn()
    const other = connect({ storage }).client
    await other.restore()
    await other.signOut()
    await expect(client.call('GET', '/api/users')).rejects.toBeInstanceOf(DoorwardError)
    expect(client.state.status).toBe('signed-out')
  })

  /** Catches a refresh that keeps its tokens although the user has signed out since. */
  it('does not bring back a session that was left while it was under way', async () => {
    const storage = memory()
    const [arrived, released] = [deferred(), deferred()]
    const held: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!String(input).endsWith('/refresh')) return response
      arrived.resolve()
      await released.promise
      return response
    }
    const { client } = connect({ storage, fetch: held })
    await client.signIn({ username: 'admin', password: ADMIN_PASSWORD })
    const renewal = expect(client.token(await client.token())).rejects.toMatchObject({ code: 401 })
    await arrived.promise
    await client.signOut()
    released.resolve()
    await renewal
    expect(storage.getItem(`doorward ${inject('doorward')}.session`)).toBe(null)
  })
})

describe('a request that was refused', () => {
  it.each(['text', new Blob(['text']), new TextEncoder().encode('text')])('is sent again with its body', async (body) => {
    const { client, seen } = await refused()
    await client.fetch(seen.url, { method: 'POST', body })
    expect(seen.bodies).toEqual(['text'])
  })

  it('is sent again when it is a Request', async () => {
    const { client, seen } = await refused()
    await client.fetch(new Request(seen.url, { method: 'POST', body: 'text' }))
    expect(seen.bodies).toEqual(['text'])
  })

  it('with a stream as its body fails, and the next one has a new token', async () => {
    const { client, seen } = await refused()
    const upload = () => client.fetch(seen.url, { method: 'POST', body: new Blob(['stream']).stream(), duplex: 'half' } as RequestInit)
    await expect(upload()).rejects.toMatchObject({ reason: 'body_not_repeatable' })
    expect(seen.bodies).toEqual([])
    expect((await upload()).status).toBe(200)
    expect(seen.bodies).toEqual(['stream'])
  })

  it('is not sent again when the user has to confirm who they are', async () => {
    let requests = 0
    application = await api((_, response) => {
      requests++
      response.writeHead(401).end('{"code": 401, "message": "", "data": {"reason": "step_up_required", "methods": ["password"]}}')
    })
    const connected = await signedIn({ origins: [application.url] })
    const response = await connected.client.fetch(application.url)
    expect([response.status, requests, refreshes(connected)]).toEqual([401, 1, 0])
    await expect(response.json()).resolves.toMatchObject({ code: 401 })
  })
})

describe('calls', () => {
  it('create, read, change and delete a user', async () => {
    const { client } = await signedIn()
    const username = `user-${randomUUID()}`
    const created = await client.call('POST', '/api/users', { body: { username, password: 'a long enough password' } })
    await client.call('PUT', '/api/users/{id}', { path: { id: created.id }, body: { name: 'Ann' } })
    const { list } = await client.call('GET', '/api/users', { query: { keyword: username } })
    expect(list).toMatchObject([{ id: created.id, name: 'Ann' }])
    await client.call('DELETE', '/api/users/{id}', { path: { id: created.id } })
    await expect(client.call('GET', '/api/users/{id}', { path: { id: created.id } })).rejects.toMatchObject({ reason: 'user_not_found' })
  })

  it('keep the tokens that a change of the password issues', async () => {
    const admin = (await signedIn()).client
    const username = `user-${randomUUID()}`
    const password = 'a long enough password'
    await admin.call('POST', '/api/users', { body: { username, password } })
    const storage = memory()
    const { client } = connect({ storage })
    await client.signIn({ username, password })
    await client.call('PUT', '/api/auth/password', { body: { currentPassword: password, newPassword: 'another long enough password' } })
    await expect(connect({ storage }).client.restore()).resolves.toMatchObject({ username })
  })

  it('need a value for each part of the path', async () => {
    const { client } = await signedIn()
    await expect(client.call('GET', '/api/users/{id}')).rejects.toThrow('needs a value for id')
  })
})
