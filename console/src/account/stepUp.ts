/** Changes that need a recent authentication: asks for it in a dialog, and sends the change again. */
import { ApiError } from '../api/errors'
import type { Tokens } from '../session/tokenManager'
import type { Challenge } from '../session/webauthn'
import { call, keep } from './api'
import { ask } from './dialogs'
import { askForPasskey, passkeysSupported } from './passkeys'
import { Cancelled } from './texts'

export async function sensitive<D>(method: string, path: string, body?: unknown): Promise<D> {
  try {
    return await call<D>(method, path, body)
  } catch (error) {
    const methods = error instanceof ApiError && error.reason === 'step_up_required' ? usable(error.data.methods ?? []) : []
    // Users without any method can only sign in again, which the message says.
    if (!methods.length) throw error
    if (!(await authenticateAgain(methods))) throw new Cancelled()
    return call<D>(method, path, body)
  }
}

function usable(methods: string[]): string[] {
  return methods.filter((method) => method !== 'passkey' || passkeysSupported())
}

function authenticateAgain(methods: string[]): Promise<boolean> {
  const prove = async (values: Record<string, string>, form: HTMLFormElement) => {
    const method = form.dataset.stepUp!
    const body = method === 'passkey' ? await passkeyProof() : values
    keep(await call<Tokens>('POST', '/api/auth/step-up', { ...body, method }))
  }
  return ask('stepUp', prove, (dialog) => {
    for (const way of dialog.querySelectorAll<HTMLElement>('[data-way]')) way.hidden = !methods.includes(way.dataset.way!)
  })
}

/** With an access token, the options are for a step-up of its session. */
async function passkeyProof(): Promise<Record<string, unknown>> {
  return { credential: await askForPasskey(await call<Challenge>('POST', '/api/auth/login/passkey/options', {})) }
}
