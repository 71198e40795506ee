/** Reads access tokens (JWT) without checking their signature. Nothing leaves the browser. */

export interface DecodedToken {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

/** Longer ones are none of this service. */
const LONGEST = 16_384

/** Null for a text that is no token. */
export function decodeToken(text: string): DecodedToken | null {
  const parts = text.trim().replace(/^Bearer\s+/i, '').split('.')
  if (text.length > LONGEST || parts.length !== 3) return null
  const header = part(parts[0]!)
  const claims = part(parts[1]!)
  return header && claims ? { header, claims } : null
}

function part(text: string): Record<string, unknown> | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const TIMES = ['exp', 'iat', 'nbf', 'auth_time']

/** The moment that a claim tells, if it is one. */
export function timeOf(name: string, value: unknown): Date | null {
  if (!TIMES.includes(name) || typeof value !== 'number') return null
  const time = new Date(value * 1000)
  return Number.isNaN(time.getTime()) ? null : time
}

/** Minutes and seconds until a time; null when it has passed. */
export function remaining(until: Date, now: number): string | null {
  const seconds = Math.ceil((until.getTime() - now) / 1000)
  return seconds <= 0 ? null : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
