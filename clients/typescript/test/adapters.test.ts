import { Readable } from 'node:stream'
import axios from 'axios'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { withDoorward } from '../src/axios.js'
import { accessControlProvider, authProvider } from '../src/refine.js'
import { api, connect, signedIn, type Api } from './support/application.js'
import { ADMIN_PASSWORD } from './support/service.js'

let application: Api | undefined
afterEach(() => application?.close())

describe('axios', () => {
  /** An API that refuses the client's present token. */
  async function refused() {
    const bodies: string[] = []
    let rejected = ''
    application = await api((request, response, body) => {
      if (request.headers.authorization === `Bearer ${rejected}`) return void response.writeHead(401).end()
      bodies.push(body)
      response.end('fine')
    })
    const connected = await signedIn({ origins: [application.url] })
    rejected = await connected.client.token()
    return { ...connected, bodies, instance: withDoorward(axios.create({ baseURL: application.url }), connected.client) }
  }

  it('sends requests again after one refresh', async () => {
    const { instance, requests, bodies } = await refused()
    await Promise.all(Array.from({ length: 50 }, () => instance.post('/orders', { amount: 1 })))
    expect(requests.filter((path) => path === '/api/auth/refresh')).toHaveLength(1)
    expect(new Set(bodies)).toEqual(new Set(['{"amount":1}']))
  })

  it('does not send a stream again', async () => {
    const { instance, bodies } = await refused()
    await expect(instance.post('/orders', Readable.from(['stream']))).rejects.toMatchObject({ reason: 'body_not_repeatable' })
    expect(bodies).toEqual([])
  })

  it('gives up after a second 401', async () => {
    let requests = 0
    application = await api((_, response) => {
      requests++
      response.writeHead(401).end()
    })
    const { client } = await signedIn({ origins: [application.url] })
    await expect(withDoorward(axios.create(), client).get(application.url)).rejects.toMatchObject({ status: 401 })
    expect(requests).toBe(2)
  })

  it('sends no token to an origin that was not named', async () => {
    const { client } = await signedIn()
    await expect(withDoorward(axios.create(), client).get('http://127.0.0.1:9/')).rejects.toThrow('name it in `origins`')
  })
})

describe('refine', () => {
  it('signs in, tells who the user is, and signs out', async () => {
    const { client } = connect()
    const provider = authProvider(client)
    await expect(provider.check()).resolves.toEqual({ authenticated: false, redirectTo: '/login' })
    await expect(provider.login({ username: 'admin', password: 'wrong' })).resolves.toMatchObject({ success: false, error: { name: 'invalid_credentials' } })
    await expect(provider.login({ username: 'admin', password: ADMIN_PASSWORD })).resolves.toMatchObject({ success: true })
    await expect(provider.check()).resolves.toEqual({ authenticated: true })
    await expect(provider.getIdentity!()).resolves.toMatchObject({ username: 'admin' })
    await expect(provider.getPermissions!()).resolves.toEqual(['*'])
    await expect(provider.logout({})).resolves.toMatchObject({ success: true, redirectTo: '/login' })
  })

  it('does not sign out when the service cannot be reached', async () => {
    const { storage } = await signedIn()
    const { client, line } = connect({ storage })
    line.cut = true
    await expect(authProvider(client).check()).resolves.toMatchObject({ authenticated: true, error: { name: 'unreachable' } })
  })

  it('signs out when the session has ended', async () => {
    const { client, storage } = await signedIn()
    await connect({ storage }).client.restore()
    storage.removeItem(`doorward ${inject('doorward')}.session`)
    const provider = authProvider(client)
    const error = await client.token(await client.token()).catch((error: unknown) => error)
    await expect(provider.onError(error)).resolves.toMatchObject({ logout: true, redirectTo: '/login' })
  })

  it('asks for the permission of an action', async () => {
    const { client } = await signedIn()
    const admin = accessControlProvider(client)
    await expect(admin.can({ resource: 'orders', action: 'edit' })).resolves.toEqual({ can: true })
    const stranger = accessControlProvider(connect().client)
    await expect(stranger.can({ resource: 'orders', action: 'edit' })).resolves.toEqual({ can: false, reason: 'Needs the permission orders:update' })
    await expect(stranger.can({ resource: 'orders', action: 'export' })).resolves.toEqual({ can: false, reason: 'Needs the permission orders:export' })
  })
})
