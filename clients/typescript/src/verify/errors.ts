/** Why a token was refused, and how a service answers. */

export type RefusalReason =
  | 'malformed'
  | 'forbidden_header'
  | 'wrong_type'
  | 'unknown_key'
  | 'wrong_algorithm'
  | 'bad_signature'
  | 'missing_claim'
  | 'invalid_claim'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'expired'
  | 'not_yet_valid'
  | 'revoked'
  | 'no_token'
  | 'permission_denied'
  | 'keys_unavailable'
  | 'revocations_stale'
  | 'service_unavailable'

/** What a service answers: status, and the reason in the words of Doorward's own API, which its clients understand. */
const ANSWERS: Partial<Record<RefusalReason, [status: number, reason: string, message: string]>> = {
  no_token: [401, 'authentication_required', 'Sign in first'],
  expired: [401, 'token_expired', 'The access token has expired; refresh it'],
  revoked: [401, 'session_ended', 'The session has ended; sign in again'],
  permission_denied: [403, 'permission_denied', 'You lack the permission for this'],
  keys_unavailable: [503, 'unavailable', 'Tokens cannot be checked at the moment'],
  revocations_stale: [503, 'unavailable', 'Tokens cannot be checked at the moment'],
  service_unavailable: [503, 'unavailable', 'Tokens cannot be checked at the moment'],
}
const INVALID: [number, string, string] = [401, 'invalid_token', 'The access token is not valid']
const RETRY_SECONDS = '1'

/** A token that was refused, or that could not be checked (`status` 503). */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  readonly status: number

  constructor(
    readonly reason: RefusalReason,
    /** The permission that is missing. */
    readonly required?: string,
  ) {
    super(reason)
    this.status = (ANSWERS[reason] ?? INVALID)[0]
  }

  /** The body of the answer, in the form of Doorward's own API. */
  get body(): { code: number; message: string; data: { reason: string; required?: string } } {
    const [code, reason, message] = ANSWERS[this.reason] ?? INVALID
    return { code, message, data: { reason, ...(this.required && { required: this.required }) } }
  }

  get headers(): Record<string, string> {
    return { 'Content-Type': 'application/json', ...this.challenge() }
  }

  private challenge(): Record<string, string> {
    if (this.status === 503) return { 'Retry-After': RETRY_SECONDS }
    const error = { 401: 'invalid_token', 403: 'insufficient_scope' }[this.status]
    return { 'WWW-Authenticate': this.reason === 'no_token' ? 'Bearer' : `Bearer error="${error}"` }
  }
}
