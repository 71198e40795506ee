/** Calls the public API, typed by its own description, with the session looked after. */
import type { paths } from './schema'
import { address } from './url'
import { faultOf } from './errors'
import { connection } from '../session/connection'
import { session } from '../session/session'

type Method = 'get' | 'post' | 'put' | 'delete'
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never
type Body<O> = O extends { requestBody?: { content: { 'application/json': infer B } } } ? B : undefined
type Query<O> = O extends { parameters: { query?: infer Q } } ? Q : undefined
type Payload<O> = O extends { responses: { 200: { content: { 'application/json': { data: infer D } } } } } ? D : never

export interface Options<B, Q> {
  ids?: (number | string)[]
  body?: B
  query?: Q
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface Answered<D> {
  data: D
  etag: string | null
}

/** With the token at hand, with a refreshed one, and with that of a new sign-in. */
const ATTEMPTS = 3
const SESSION_REASONS = ['token_expired', 'invalid_token', 'session_ended']

export async function call<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  options: Options<Body<Operation<P, M>>, Query<Operation<P, M>>> = {},
): Promise<Answered<Payload<Operation<P, M>>>> {
  const answer = await authorised(method, address(path as string, options.ids, options.query), options)
  const envelope = (await answer.json()) as { data: Payload<Operation<P, M>> }
  return { data: envelope.data, etag: answer.headers.get('etag') }
}

/** A file from the API, for whoever wants to save it. */
export async function download(path: keyof paths, query: Record<string, unknown>): Promise<Blob> {
  return (await authorised('get', address(path, [], query), {})).blob()
}

async function authorised(method: Method, url: string, options: Options<unknown, unknown>): Promise<Response> {
  let refused: string | undefined
  for (let attempt = 1; ; attempt++) {
    const token = await session.token(refused)
    const answer = await send(method, url, token, options)
    if (answer.ok) return answer
    const fault = await faultOf(answer)
    if (fault.code !== 401 || !SESSION_REASONS.includes(fault.reason) || attempt === ATTEMPTS) throw fault
    refused = token
  }
}

function send(method: Method, url: string, token: string, options: Options<unknown, unknown>): Promise<Response> {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}`, ...options.headers }
  const request: RequestInit = { method: method.toUpperCase(), headers, signal: options.signal ?? null }
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    request.body = JSON.stringify(options.body)
  }
  return connection.watch(fetch(url, request))
}
