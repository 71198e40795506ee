/** Uses the client that hey-api generated; docs/generate-a-client.md shows it. */
import { authLogin, usersCreate, usersPage } from './out/hey-api/index.js'
import { client } from './out/hey-api/client.gen.js'

export async function use(baseUrl: string, username: string, password: string): Promise<string[]> {
  client.setConfig({ baseUrl })
  const login = await authLogin({ body: { username, password } })
  if (!login.data) throw new Error(login.error.message)
  client.setConfig({ auth: login.data.data.token })

  const created = await usersCreate({ body: { username: 'cleo', password: 'a long enough password' } })
  const found = await usersPage({ query: { keyword: 'CLE', status: 1, sort: '-createdAt' } })
  const names = found.data?.data.list.map((user) => user.username) ?? []

  const refused = await usersCreate({ body: { username: 'b b', password: 'short' } })
  const reason = refused.error?.data
  const wrong = reason?.reason === 'validation_failed' ? reason.fields.map(({ field }) => field) : []
  return [`created ${created.data?.data.username}`, `found ${names}`, `refused ${wrong}`]
}
