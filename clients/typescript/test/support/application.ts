/** An application's own API on a port, of which a test decides the answers, and clients that count their refreshes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { createClient, type Client, type ClientOptions, type KeyValueStorage } from '../../src/index.js'
import { memory } from '../../src/tabs.js'
import { ADMIN_PASSWORD } from './service.js'

export interface Api {
  url: string
  close(): void
}

export async function api(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void): Promise<Api> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => answer(request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close().closeAllConnections() }
}

export interface Counting {
  client: Client
  /** The paths of the requests to the service. */
  requests: string[]
  storage: KeyValueStorage
  /** What stands between the client and the service. */
  line: { cut: boolean }
}

export function connect(options: ClientOptions = {}): Counting {
  const requests: string[] = []
  const line = { cut: false }
  const storage = options.storage ?? memory()
  const url = inject('doorward')
  const counted: typeof fetch = async (input, init) => {
    const address = String(input instanceof Request ? input.url : input)
    if (address.startsWith(url)) {
      requests.push(new URL(address).pathname)
      if (line.cut) throw new TypeError('fetch failed')
    }
    return fetch(input, init)
  }
  return { client: createClient({ url, fetch: counted, ...options, storage }), requests, storage, line }
}

export async function signedIn(options: ClientOptions = {}): Promise<Counting> {
  const connected = connect(options)
  await connected.client.signIn({ username: 'admin', password: ADMIN_PASSWORD })
  return connected
}
