/** What users prove to sign in or to confirm a change. */
import { ApiError } from '../api/errors'
import type { StepUpBody } from '../api/types'
import { post } from './anonymous'
import { PASSKEYS_SUPPORTED, type Challenge } from './webauthn'

export type Method = 'password' | 'totp' | 'recoveryCode' | 'passkey' | 'emailCode'

export interface Proof {
  method: Method
  password?: string
  code?: string
  credential?: StepUpBody['credential']
}

/** A sign-in that waits for a second factor. */
export interface PendingSignIn {
  flow: string
  methods: Method[]
  expiresIn: number
  /** For how many seconds the device can skip the second factor afterwards; 0 when it can’t. */
  trustDevice: number
}

/** The best first. Where the browser knows no passkeys, they come last: then the form says so. */
const PREFERENCE: Method[] = ['passkey', 'totp', 'emailCode', 'password', 'recoveryCode']

export function byPreference(methods: readonly string[]): Method[] {
  const offered = PREFERENCE.filter((method) => methods.includes(method))
  return PASSKEYS_SUPPORTED ? offered : [...offered.filter((method) => method !== 'passkey'), ...offered.filter((method) => method === 'passkey')]
}

/** A challenge for signing in. `flow`: of a sign-in that waits for its second factor; the passkeys of its user count. */
export function challengeToSignIn(flow?: string): Promise<Challenge> {
  return post<Challenge>('/api/auth/login/passkey/options', flow ? { flow } : {})
}

/** What a sign-in that needs a second factor waits for; null once the user is signed in. */
export async function pendingSignIn(signIn: Promise<unknown>): Promise<PendingSignIn | null> {
  try {
    await signIn
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'second_factor_required') throw error
    return error.data as PendingSignIn
  }
}
