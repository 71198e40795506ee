/** The revocation feed: which sessions have ended, and up to which moment that is known. */
import { setTimeout } from 'node:timers/promises'
import { isNumber, isText, isTexts, type Principal } from './claims.js'
import { VerificationError } from './errors.js'
import { verifySignature } from './jws.js'
import type { KeySource } from './keys.js'
import { read, type Transport } from './transport.js'

const PATH = '/.well-known/revocations'
const TYPE = 'revocations+jwt'
const EVERY_USER = '*'
/** 29 for each session that ended within the lifetime of a token: at a limit that is reached, no service could start. */
const MAX_BYTES = 16 * 1024 * 1024
/** How long the service waits for news at most. It answers earlier when a session ends. */
const LONGEST_WAIT_SECONDS = 10
/** Between two requests, when the service answers at once. */
const PAUSE_MS = 1_000

interface Document {
  seq: number
  from: number
  until: number
  sessions: string[]
  users: { sub: string; before: number }[]
}

/** What the documents say together. */
export class Revocations {
  seq: number | undefined
  /** Seconds since 1970 up to which every ended session is known. */
  until = -Infinity
  private lifetime = 0
  /** With the time of the document that told it, to forget it once all its tokens have expired. */
  private readonly sessions = new Map<string, number>()
  private readonly users = new Map<string, number>()

  /** Returns whether the document continues what is known; if not, the whole list has to be fetched. */
  apply({ seq, from, until, sessions, users }: Document, whole: boolean): boolean {
    for (const sid of sessions) this.sessions.set(sid, until)
    for (const { sub, before } of users) this.users.set(sub, Math.max(before, this.users.get(sub) ?? 0))
    if (!whole && from > this.until) return false
    if (whole) this.lifetime = Math.max(this.lifetime, until - from)
    this.seq = seq
    // Another node may be behind by a moment.
    this.until = Math.max(this.until, until)
    this.forget()
    return true
  }

  /** Tokens of all users are stale that were issued before this time. */
  get everyUser(): number {
    return this.users.get(EVERY_USER) ?? 0
  }

  isRevoked({ sid, sub, issuedAt }: Pick<Principal, 'sid' | 'sub' | 'issuedAt'>): boolean {
    return this.sessions.has(sid) || issuedAt < Math.max(this.users.get(sub) ?? 0, this.everyUser)
  }

  private forget(): void {
    const oldest = this.until - this.lifetime
    for (const [sid, told] of this.sessions) if (told < oldest) this.sessions.delete(sid)
    for (const [sub, before] of this.users) if (before < oldest) this.users.delete(sub)
  }
}

export async function readDocument(text: unknown, keys: KeySource, issuer: string): Promise<Document> {
  const { claims } = await verifySignature(text, TYPE, keys, MAX_BYTES)
  const { iss, seq, from, until, sessions, users } = claims
  if ([iss, seq, from, until, sessions, users].includes(undefined)) throw new VerificationError('missing_claim')
  if (iss !== issuer) throw new VerificationError('wrong_issuer')
  if (!isNumber(seq) || !isNumber(from) || !isNumber(until) || !isTexts(sessions) || !isUsers(users)) throw new VerificationError('invalid_claim')
  return { seq, from, until, sessions, users }
}

function isUsers(value: unknown): value is Document['users'] {
  return Array.isArray(value) && value.every((item) => isText(item?.sub) && isNumber(item?.before))
}

export interface Feed {
  known: Revocations
  /** Seconds since the time up to which every revocation is known. */
  age(): number
  /** Resolves after the first document, or after the first attempt that failed. */
  started: Promise<void>
  stop(): void
}

/** Follows the feed until `stop`: a request that waits at the service, and after its answer the next one. */
export function followFeed(transport: Transport, keys: KeySource, issuer: string, maxStaleness: number): Feed {
  // An answer that is lost leaves time for another before the limit.
  const wait = Math.floor(Math.min(LONGEST_WAIT_SECONDS, maxStaleness / 3))
  const known = new Revocations()
  const stopped = new AbortController()
  let started = () => {}
  let failing = false
  /** By a clock that is never set: when the last document arrived, less its age. */
  let provenAt = -Infinity

  async function fetchOnce(): Promise<void> {
    const whole = known.seq === undefined
    // After a failure without a wait: the time until the limit may be short by now.
    const waited = whole || failing ? 0 : wait
    const query = whole ? '' : `?since=${known.seq}&wait=${waited}`
    failing = true
    const { body } = await read(transport, PATH + query, MAX_BYTES, waited * 1000, stopped.signal)
    const { everyUser } = known
    if (!known.apply(await readDocument(body.trim(), keys, issuer), whole)) known.seq = undefined
    // A key that leaked signs tokens that are not stale, until it is known to be retired.
    if (known.everyUser > everyUser) keys.renew()
    provenAt = performance.now() - Math.max(0, transport.now() - known.until * 1000)
    failing = false
  }

  // The clock of the machine alone would call everything current when it is set back.
  const age = () => Math.max(transport.now() - known.until * 1000, performance.now() - provenAt) / 1000

  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      const earliest = Date.now() + PAUSE_MS
      // A failure is not reported here: `until` stays behind, and past its limit tokens are refused.
      await fetchOnce().catch(() => {})
      started()
      // The timer does not keep a program alive that has nothing else to do.
      await setTimeout(earliest - Date.now(), undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  }

  const first = new Promise<void>((resolve) => (started = resolve))
  void follow()
  return { known, age, started: first, stop: () => stopped.abort() }
}
