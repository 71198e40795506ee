/** Signing in with a passkey: by a button, and from the names that the browser fills in. */
import { ApiError } from '../api/errors'
import type { LoginData } from '../api/types'
import { canAutofill, type Challenge } from '../session/webauthn'
import { send } from './api'
import { clearErrors, showError } from './forms'
import { askForPasskey, offerPasskey, passkeysSupported } from './passkeys'
import { finishSignIn } from './secondStep'

export async function offerPasskeys(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[data-passkey]')
  if (!button || !passkeysSupported()) return
  button.hidden = false
  button.addEventListener('click', () => void signInByButton(form))
  if (!(await canAutofill())) return
  document.addEventListener('visibilitychange', () => renew(form))
  await offerInField(form)
}

async function signInByButton(form: HTMLFormElement): Promise<void> {
  clearErrors(form)
  try {
    await signIn(askForPasskey)
  } catch (error) {
    showError(form, error)
    if (await canAutofill()) void offerInField(form)
  }
}

/** A challenge expires after ten minutes. A page that was in the background for longer than this asks for another one. */
const RENEW_AFTER_MS = 120_000
let offeredAt = 0

/** Waits until the person picks a passkey in the field for the name; the browser shows nothing before. */
async function offerInField(form: HTMLFormElement): Promise<void> {
  offeredAt = Date.now()
  try {
    await signIn(offerPasskey)
  } catch (error) {
    // Else the person chose another way, or the browser allows none here: the button says why.
    if (!(error instanceof ApiError)) return
    showError(form, error)
    if (error.reason === 'invalid_passkey') void offerInField(form)
  }
}

function renew(form: HTMLFormElement): void {
  if (!document.hidden && Date.now() - offeredAt > RENEW_AFTER_MS) void offerInField(form)
}

async function signIn(use: (challenge: Challenge) => Promise<PublicKeyCredentialJSON>): Promise<void> {
  const challenge = await send<Challenge>('POST', '/api/auth/login/passkey/options', {})
  const credential = await use(challenge)
  await finishSignIn(() => send<LoginData>('POST', '/api/auth/login/passkey', { flow: challenge.flow, credential }))
}
