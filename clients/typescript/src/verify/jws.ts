/** Signed texts: form, header, key and signature. What they claim is checked elsewhere. */
import { VerificationError } from './errors.js'
import type { KeySource } from './keys.js'

const LONGEST_TOKEN = 16_384
const HEADER = ['alg', 'kid', 'typ']
const BASE64URL = /^[\w-]*$/

export interface Verified {
  kid: string
  claims: Record<string, unknown>
}

/** Verifies that one of the keys signed the text. The algorithm is that of the key: the text only has to agree. */
export async function verifySignature(text: unknown, type: string, keys: KeySource, longest = LONGEST_TOKEN): Promise<Verified> {
  if (typeof text !== 'string' || text.length > longest) throw new VerificationError('malformed')
  const parts = text.split('.')
  if (parts.length !== 3) throw new VerificationError('malformed')
  const [head, body, tail] = parts as [string, string, string]
  const header = objectIn(head)
  // A header with a key of its own, or with extensions that change the meaning, is refused as a whole.
  if (Object.keys(header).some((name) => !HEADER.includes(name))) throw new VerificationError('forbidden_header')
  if (header['typ'] !== type) throw new VerificationError('wrong_type')
  const kid = header['kid']
  if (typeof kid !== 'string') throw new VerificationError('unknown_key')
  const key = await keys.find(kid)
  if (!key) throw new VerificationError('unknown_key')
  if (header['alg'] !== key.algorithm) throw new VerificationError('wrong_algorithm')
  const claims = objectIn(body)
  const signed = Buffer.from(text.slice(0, head.length + 1 + body.length), 'latin1')
  if (!BASE64URL.test(tail) || !(await key.verify(signed, Buffer.from(tail, 'base64url')))) throw new VerificationError('bad_signature')
  return { kid, claims }
}

function objectIn(part: string): Record<string, unknown> {
  if (!BASE64URL.test(part)) throw new VerificationError('malformed')
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    throw new VerificationError('malformed')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new VerificationError('malformed')
  return value as Record<string, unknown>
}
