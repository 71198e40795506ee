/** Typed requests of the service's own API. */
import type { components, paths } from './schema.js'

export type Schemas = components['schemas']
export type User = Schemas['UserData']
export type Path = keyof paths
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Operation<P extends Path, M extends Method> = paths[P] extends Record<Lowercase<M>, infer O> ? O : never
/** The methods of a path. */
export type MethodOf<P extends Path> = { [M in Method]: Operation<P, M> extends never ? never : M }[Method]
type Body<O> = O extends { requestBody?: { content: { 'application/json': infer B } } } ? B : undefined
type Query<O> = O extends { parameters: { query?: infer Q } } ? Q : undefined
type Answer<O> = O extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never
/** What a successful answer has in `data`. */
export type Data<P extends Path, M extends Method> = Answer<Operation<P, M>> extends { data: infer D } ? D : never

export interface CallOptions<P extends Path, M extends Method> {
  /** The values of `{id}` and the like in the path. */
  path?: Record<string, string | number>
  query?: Query<Operation<P, M>>
  body?: Body<Operation<P, M>>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The paths whose answer opens a session. */
export type SignInPath = { [P in Path]: Data<P, 'POST'> extends { user: User; refreshToken: string } ? P : never }[Path]
export type SignInBody<P extends SignInPath> = Body<Operation<P, 'POST'>>

/** Fills in the values of a path, and leaves out what is empty in the query. */
export function fill(path: string, values: Record<string, string | number> = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!(name in values)) throw new TypeError(`The path ${path} needs a value for ${name}`)
    return encodeURIComponent(String(values[name]))
  })
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value))
  }
  return parameters.size ? `${filled}?${parameters}` : filled
}
