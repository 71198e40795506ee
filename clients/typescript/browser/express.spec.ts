import { DOORWARD, expect, ORDERS, PASSWORD, test } from './support.js'

test('the API serves users with the permission, and names what others lack', async ({ api, request }) => {
  const [reader, stranger] = [await api.user('reader', 'orders:read'), await api.user('stranger', 'invoices:read')]
  const get = async (token?: string) => request.get(`${ORDERS}/orders`, token ? { headers: { Authorization: `Bearer ${token}` } } : {})
  const allowed = await get(await api.login(reader.username, PASSWORD))
  expect(await allowed.json()).toMatchObject({ orders: expect.arrayContaining([expect.objectContaining({ item: 'Lamp' })]), user: String(reader.id) })
  const refused = await get(await api.login(stranger.username, PASSWORD))
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 403, data: { reason: 'permission_denied', required: 'orders:read' } })
  const anonymous = await get()
  expect(anonymous.status()).toBe(401)
  expect(anonymous.headers()['www-authenticate']).toBe('Bearer')
  expect((await get('forged.token.x')).headers()['www-authenticate']).toBe('Bearer error="invalid_token"')
})

test('the API refuses a token soon after the logout, long before it expires', async ({ api, request }) => {
  const { username } = await api.user('leaver', 'orders:read')
  const headers = { Authorization: `Bearer ${await api.login(username, PASSWORD)}` }
  expect((await request.get(`${ORDERS}/orders`, { headers })).status()).toBe(200)
  await request.post(`${DOORWARD}/api/auth/logout`, { headers })
  const began = Date.now()
  await expect.poll(async () => (await request.get(`${ORDERS}/orders`, { headers })).status(), { intervals: [50] }).toBe(401)
  console.log(`The API refused the token ${Date.now() - began} ms after the logout`)
  expect((await (await request.get(`${ORDERS}/orders`, { headers })).json()).data.reason).toBe('session_ended')
})

test('the API refuses a token whose rights were reduced, and serves the refreshed one', async ({ api, request }) => {
  const { id, username } = await api.user('demoted', 'orders:*')
  const token = await api.login(username, PASSWORD)
  const get = async (token: string) => (await request.get(`${ORDERS}/orders`, { headers: { Authorization: `Bearer ${token}` } })).status()
  expect(await get(token)).toBe(200)
  const { role } = await api.user('smaller', 'orders:read')
  await api.call('PUT', `/api/users/${id}`, { roles: [role] })
  await expect.poll(() => get(token), { intervals: [50] }).toBe(401)
  await expect.poll(async () => get(await api.login(username, PASSWORD)), { intervals: [500] }).toBe(200)
})
