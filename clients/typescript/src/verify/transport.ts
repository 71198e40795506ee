/** Requests to the service, each with a limit for its time and its size. */

export interface Transport {
  url: string
  fetch: typeof fetch
  /** Milliseconds since 1970. */
  now(): number
  timeoutMs: number
}

export interface Answer {
  status: number
  body: string
}

/** Reads a document. Throws on any status but 200. */
export async function read(transport: Transport, path: string, maxBytes: number, waitMs = 0, signal?: AbortSignal): Promise<Answer> {
  const answer = await request(transport, path, maxBytes, waitMs, {}, signal)
  if (answer.status !== 200) throw new Error(`${path} answered with status ${answer.status}`)
  return answer
}

/** `waitMs`: how long the service may wait before it answers. */
export async function request(transport: Transport, path: string, maxBytes: number, waitMs: number, headers: Record<string, string>, signal?: AbortSignal): Promise<Answer> {
  const timeout = AbortSignal.timeout(transport.timeoutMs + waitMs)
  const response = await transport.fetch(transport.url + path, { headers, redirect: 'error', signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > maxBytes) throw new Error(`${path} answered with more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return { status: response.status, body: Buffer.concat(parts).toString() }
}
