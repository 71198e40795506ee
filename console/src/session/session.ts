/** Who is signed in, what they may do, and what happens when a session ends in the middle of something. */
import { computed, reactive, readonly } from 'vue'
import type { LoginData, User } from '../api/types'
import { faultOf } from '../api/errors'
import { connection } from './connection'
import { SessionOver, TokenKeeper } from './tokenManager'
import { means } from './browserPlatform'
import { covers } from './permissions'

interface State {
  user: User | null
  /** The session ended while somebody was at work: they are asked for their password, and nothing is lost. */
  interrupted: boolean
}

const state = reactive<State>({ user: null, interrupted: false })
const keeper = new TokenKeeper(means)
let resumed: { promise: Promise<void>; resolve: () => void; reject: (reason: Error) => void } | null = null
let leave: () => void = () => {}

async function signIn(username: string, password: string): Promise<void> {
  const answer = await connection.watch(
    fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    }),
  )
  if (!answer.ok) throw await faultOf(answer)
  const { user, ...tokens } = ((await answer.json()) as { data: LoginData }).data
  const another = state.interrupted && user.id !== state.user?.id
  keeper.adopt(tokens, user.id)
  // What is on the screen belongs to somebody else.
  if (another) location.assign('/console/')
  state.user = user
  resume()
}

async function signOut(): Promise<void> {
  const token = keeper.forget()
  if (token) {
    // The session is over for this browser whether or not the service could be told.
    await fetch('/api/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` } }).catch(() => {})
  }
  signedOut()
}

function signedOut(): void {
  state.user = null
  state.interrupted = false
  resumed?.reject(new SessionOver())
  resumed = null
  leave()
}

function resume(): void {
  state.interrupted = false
  resumed?.resolve()
  resumed = null
}

/** Waits until whoever was signed in has signed in again. */
function interrupted(): Promise<void> {
  if (!resumed) {
    let resolve = () => {}
    let reject: (reason: Error) => void = () => {}
    const promise = new Promise<void>((yes, no) => ((resolve = yes), (reject = no)))
    resumed = { promise, resolve, reject }
    state.interrupted = true
  }
  return resumed.promise
}

/** A good token, even if somebody has to sign in for it. */
async function token(refused?: string): Promise<string> {
  for (;;) {
    try {
      return await keeper.token(refused)
    } catch (error) {
      if (!(error instanceof SessionOver) || !state.user) throw error
      await interrupted()
    }
  }
}

keeper.onSignedOut = signedOut
keeper.onAdopted = (userId) => {
  if (state.user && state.user.id !== userId) location.assign('/console/')
  else if (state.interrupted) resume()
}

export const session = {
  state: readonly(state),
  keeper,
  token,
  signIn,
  signOut,
  setUser: (user: User) => void (state.user = user),
  onLeave: (listener: () => void) => void (leave = listener),
}

export const me = computed(() => state.user)

export function may(permission: string): boolean {
  return covers(state.user?.permissions ?? [], permission)
}

