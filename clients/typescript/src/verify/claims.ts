/** What an access token claims. */
import { VerificationError } from './errors.js'

export interface Principal {
  /** Id of the user, as a text. */
  sub: string
  /** Id of the session. */
  sid: string
  roles: readonly string[]
  /** Null for a user with more permissions than fit into a token: `allows` asks the service. */
  permissions: readonly string[] | null
  /** Seconds since 1970. */
  issuedAt: number
  expiresAt: number
  /** The id of the administrator who acts as this user. */
  impersonator?: string
  /** All claims. */
  claims: Readonly<Record<string, unknown>>
}

export interface Expected {
  issuer: string
  audience: string
}

const REQUIRED = ['iss', 'aud', 'exp', 'iat', 'sub', 'sid']
const LATEST_NBF_SECONDS = 60

/** Everything but the expiry, which is checked each time a token is used. */
export function principalOf(claims: Record<string, unknown>, { issuer, audience }: Expected, nowSeconds: number): Principal {
  if (REQUIRED.some((name) => claims[name] === undefined)) throw new VerificationError('missing_claim')
  const { iss, aud, exp, iat, sub, sid, nbf, roles, permissions, act } = claims
  if (!isNumber(exp) || !isNumber(iat) || !isText(sub) || !isText(sid) || !isTextsOrAbsent(roles) || !isTextsOrAbsent(permissions)) throw new VerificationError('invalid_claim')
  if (iss !== issuer) throw new VerificationError('wrong_issuer')
  if (aud !== audience && !(Array.isArray(aud) && aud.includes(audience))) throw new VerificationError('wrong_audience')
  if (nbf !== undefined && !(isNumber(nbf) && nbf <= nowSeconds + LATEST_NBF_SECONDS)) throw new VerificationError('not_yet_valid')
  const impersonator = (act as { sub?: unknown } | undefined)?.sub
  return { sub, sid, roles: roles ?? [], permissions: permissions ?? null, issuedAt: iat, expiresAt: exp, ...(isText(impersonator) && { impersonator }), claims }
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isTextsOrAbsent(value: unknown): value is string[] | undefined {
  return value === undefined || isTexts(value)
}
