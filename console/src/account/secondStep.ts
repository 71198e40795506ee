/** The second step of a sign-in. Its flow is in the forms of the page alone, never in an address. */
import { ApiError } from '../api/errors'
import type { LoginData } from '../api/types'
import type { Method, PendingSignIn } from '../session/proofs'
import type { Challenge } from '../session/webauthn'
import { enter, send } from './api'
import { onSubmit, showAlert, showPanel } from './forms'
import { askForPasskey, passkeysSupported } from './passkeys'
import { t } from './texts'

type Values = Record<string, string>

let expiry: ReturnType<typeof setTimeout> | undefined

/** Enters the account, or begins the second step if the service asks for one. */
export async function finishSignIn(work: () => Promise<LoginData>): Promise<void> {
  try {
    enter(await work())
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'second_factor_required' || !steps().length) throw error
    begin(error.data as PendingSignIn)
  }
}

function begin({ flow, methods, expiresIn, trustDevice }: PendingSignIn): void {
  const known = steps().map((form) => form.dataset.method as Method)
  const usable = known.filter((method) => methods.includes(method) && (method !== 'passkey' || passkeysSupported()))
  for (const form of steps()) {
    form.reset()
    for (const button of uses(form)) button.hidden = !usable.includes(button.value as Method)
    form.querySelector('[data-check=trustDevice]')?.toggleAttribute('hidden', !trustDevice)
  }
  showPanel(usable[0] ?? methods[0] ?? '', { flow })
  clearTimeout(expiry)
  expiry = setTimeout(startAgain, expiresIn * 1000)
}

export function enhanceStep(form: HTMLFormElement): void {
  const { endpoint = '', method = '' } = form.dataset
  for (const button of uses(form)) {
    button.addEventListener('click', (event) => {
      event.preventDefault()
      showPanel(button.value, { flow: field(form, 'flow').value })
    })
  }
  onSubmit(form, async (values) => {
    try {
      const proof = method === 'passkey' ? await passkeyProof(values) : values
      enter(await send<LoginData>('POST', endpoint, { ...proof, trustDevice: values.trustDevice === 'true' }))
    } catch (error) {
      if (!isVoid(error)) throw error
      startAgain()
    }
  })
}

async function passkeyProof(values: Values): Promise<Record<string, unknown>> {
  const challenge = await send<Challenge>('POST', '/api/auth/login/passkey/options', { flow: values.flow })
  return { ...values, credential: await askForPasskey(challenge) }
}

/** The flow has expired, was finished, or has no more tries. */
function isVoid(error: unknown): boolean {
  return error instanceof ApiError && (error.reason === 'sign_in_expired' || error.data.remaining === 0)
}

function startAgain(): void {
  clearTimeout(expiry)
  const first = document.querySelector<HTMLElement>('[data-panel]')!
  showPanel(first.dataset.panel!)
  showAlert(first.querySelector('form')!, t('error.sign_in_expired')).focus()
}

function steps(): HTMLFormElement[] {
  return [...document.querySelectorAll<HTMLFormElement>('form[data-method]')]
}

function uses(form: HTMLFormElement): HTMLButtonElement[] {
  return [...form.querySelectorAll<HTMLButtonElement>('button[name=use]')]
}

function field(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement
}
