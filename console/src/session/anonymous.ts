/** Calls endpoints that need no session. */
import { toApiError } from '../api/errors'
import { USE_COOKIE } from './browserPlatform'
import { connection } from './connection'

export async function post<D>(path: string, body: unknown): Promise<D> {
  const headers = { 'Content-Type': 'application/json', ...USE_COOKIE }
  const response = await connection.track(fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }))
  if (!response.ok) throw await toApiError(response)
  return ((await response.json()) as { data: D }).data
}
