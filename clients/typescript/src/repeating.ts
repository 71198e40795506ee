/** Which requests are sent again, with a new token, after a 401. */
import { DoorwardError } from './errors.js'

/** The user has to do something else about other reasons: confirm who they are, for example. */
const RENEWABLE = ['token_expired', 'invalid_token', 'session_ended']

/** Whether a new token can help. An answer without a reason is not one of the service, so it may. */
export function isRenewable(data: { reason?: string } | null | undefined): boolean {
  return !data?.reason || RENEWABLE.includes(data.reason)
}

/** Everything but streams, which can be read once. */
export function isRepeatable(body: unknown): boolean {
  return typeof body !== 'object' || body === null || !(body instanceof ReadableStream || Symbol.asyncIterator in body)
}

export function notRepeatable(cause?: unknown): DoorwardError {
  return new DoorwardError(0, { reason: 'body_not_repeatable' }, 'The token was refused and has been renewed. The body is a stream: send the request again', { cause })
}
