/** Uses the types that openapi-typescript generated, with openapi-fetch; docs/generate-a-client.md shows it. */
import createClient from 'openapi-fetch'
import type { paths } from './out/schema.js'

export async function use(baseUrl: string, username: string, password: string): Promise<string[]> {
  const client = createClient<paths>({ baseUrl })
  const login = await client.POST('/api/auth/login', { body: { username, password } })
  if (!login.data) throw new Error(login.error.message)
  client.use({ onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${login.data.data.token}`) })

  const created = await client.POST('/api/users', { body: { username: 'ben', password: 'a long enough password' } })
  const found = await client.GET('/api/users', { params: { query: { keyword: 'BEN', status: 1, sort: '-createdAt' } } })
  const names = found.data?.data.list.map((user) => user.username) ?? []

  const refused = await client.POST('/api/users', { body: { username: 'b b', password: 'short' } })
  const reason = refused.error?.data
  const wrong = reason?.reason === 'validation_failed' ? reason.fields.map(({ field }) => field) : []
  return [`created ${created.data?.data.username}`, `found ${names}`, `refused ${wrong}`]
}
