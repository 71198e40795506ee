import type { H3Event } from 'h3'
import { createVerifier, VerificationError, type Principal } from '@doorward/client/verify'

const { DOORWARD_URL = 'http://127.0.0.1:8000', DOORWARD_ISSUER = 'doorward', DOORWARD_AUDIENCE = 'doorward' } = process.env
const verifier = createVerifier({ url: DOORWARD_URL, issuer: DOORWARD_ISSUER, audience: DOORWARD_AUDIENCE })

/** A handler for users with the permission. Others get 401, 403 or 503, in the form of Doorward's own API. */
export function defineProtectedHandler<T>(permission: string, handler: (event: H3Event, principal: Principal) => T) {
  return defineEventHandler(async (event) => {
    try {
      return handler(event, await verifier.authorize(getHeader(event, 'authorization'), permission))
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      setResponseStatus(event, error.status)
      setResponseHeaders(event, error.headers)
      return error.body
    }
  })
}
