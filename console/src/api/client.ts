/** Typed client for the public API. Adds the access token, and retries after a refresh, a new sign-in or another authentication. */
import type { paths } from './schema'
import { buildUrl } from './url'
import { toApiError, type ApiError } from './errors'
import { connection } from '../session/connection'
import { session } from '../session/session'
import { stepUp } from '../session/stepUp'

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

export interface ApiResult<D> {
  data: D
  etag: string | null
}

/** One with the current token, one with a refreshed token, one with the token of a new sign-in, one after the user has authenticated again. */
const MAX_ATTEMPTS = 4
const STEP_UP_REASON = 'step_up_required'
const STEP_UP_PATH = '/api/auth/step-up'
/** The service withholds all rights until the user has done something about it. */
const RESTRICTING_REASONS = ['enrolment_required', 'password_change_required']
const RENEWABLE_REASONS = ['token_expired', 'invalid_token', 'session_ended']

export async function call<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  options: Options<Body<Operation<P, M>>, Query<Operation<P, M>>> = {},
): Promise<ApiResult<Payload<Operation<P, M>>>> {
  const response = await fetchWithToken(method, buildUrl(path as string, options.ids, options.query), options)
  const envelope = (await response.json()) as { data: Payload<Operation<P, M>> }
  return { data: envelope.data, etag: response.headers.get('etag') }
}

/** Fetches a response as a file, for example an export. */
export async function download(path: keyof paths, query: Record<string, unknown>): Promise<Blob> {
  return (await fetchWithToken('get', buildUrl(path, [], query), {})).blob()
}

/** Sends a file as the body of the request. */
export async function upload<P extends keyof paths>(path: P, ids: string[], file: Blob): Promise<Payload<Operation<P, 'put'>>> {
  const response = await fetchWithToken('put', buildUrl(path, ids), { body: file })
  return ((await response.json()) as { data: Payload<Operation<P, 'put'>> }).data
}

/** Sends a file as the body of a request with parameters. */
export async function post<T>(path: keyof paths, query: Record<string, unknown>, file: Blob): Promise<T> {
  const response = await fetchWithToken('post', buildUrl(path, [], query), { body: file })
  return ((await response.json()) as { data: T }).data
}

async function fetchWithToken(method: Method, url: string, options: Options<unknown, unknown>): Promise<Response> {
  let rejected: string | undefined
  for (let attempt = 1; ; attempt++) {
    const token = await session.token(rejected)
    const response = await send(method, url, token, options)
    if (response.ok) return response
    const error = await toApiError(response)
    if (RESTRICTING_REASONS.includes(error.reason)) session.restricted()
    if (error.code !== 401 || attempt === MAX_ATTEMPTS) throw error
    if (RENEWABLE_REASONS.includes(error.reason)) rejected = token
    // The token is valid, so it is not renewed: authenticating again brings another one.
    else if (url === STEP_UP_PATH || !(await confirmed(error))) throw error
  }
}

/** Lets the user authenticate again. Users without any method have to sign in again. */
async function confirmed({ reason, data }: ApiError): Promise<boolean> {
  if (reason !== STEP_UP_REASON || !data.methods?.length) return false
  return stepUp.ask(data.methods, data.requiredStrength !== undefined)
}

function send(method: Method, url: string, token: string, options: Options<unknown, unknown>): Promise<Response> {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}`, ...options.headers }
  const request: RequestInit = { method: method.toUpperCase(), headers, signal: options.signal ?? null }
  if (options.body instanceof Blob) {
    headers['Content-Type'] = 'application/octet-stream'
    request.body = options.body
  } else if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    request.body = JSON.stringify(options.body)
  }
  return connection.track(fetch(url, request))
}
