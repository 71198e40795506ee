/** Middleware for Express, Connect and whatever else calls `(request, response, next)`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { VerificationError } from './verify/errors.js'
import type { Principal } from './verify/claims.js'
import type { Verifier } from './verify/verifier.js'

declare module 'node:http' {
  interface IncomingMessage {
    /** The user of the request, once `protect` has let it pass. */
    principal?: Principal
  }
}

/** Lets a request pass whose token is valid and whose user has all the permissions. Answers 401, 403 or 503 otherwise. */
export function protect(verifier: Verifier, ...permissions: string[]) {
  return async (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      request.principal = await verifier.authorize(request.headers.authorization, ...permissions)
    } catch (error) {
      return error instanceof VerificationError ? refuse(response, error) : next(error)
    }
    next()
  }
}

function refuse(response: ServerResponse, { status, headers, body }: VerificationError): void {
  response.writeHead(status, headers).end(JSON.stringify(body))
}
