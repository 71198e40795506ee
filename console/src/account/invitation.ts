/** Shows what an invitation says before the person accepts it. Reading it uses nothing up. */
import { send } from './api'
import { ApiError } from '../api/errors'
import { showError } from './forms'
import { t } from './texts'

interface Offer {
  email: string | null
  username: string | null
  name: string | null
  inviter: string
}

export async function showOffer(form: HTMLFormElement, token: string): Promise<void> {
  try {
    const { email, inviter, ...given } = await send<Offer>('POST', '/api/auth/invitations/read', { token })
    const text = form.parentElement!.querySelector('p')!
    text.textContent = email ? t('invitation.offerTo', { inviter, email }) : t('invitation.offer', { inviter })
    for (const [name, value] of Object.entries(given)) fill(form, name, value)
    if (!given.username) require(form, 'username')
  } catch (error) {
    showError(form, error)
    if (error instanceof ApiError && error.reason === 'invalid_one_time_token') close(form)
  }
}

/** Nothing can be accepted, so there is nothing to fill in. */
function close(form: HTMLFormElement): void {
  form.querySelector('[data-alert]')!.textContent = t('invitation.void')
  for (const part of form.querySelectorAll<HTMLElement>('.field, button')) part.hidden = true
  form.parentElement!.querySelector('p')!.hidden = true
}

/** An invitation without a username leaves the choice to the person. */
function require(form: HTMLFormElement, name: string): void {
  const input = form.elements.namedItem(name) as HTMLInputElement
  input.required = true
  document.getElementById(`${input.id}-hint`)?.remove()
  form.querySelector(`label[for=${input.id}] .optional`)?.remove()
}

/** Leaves what the person has typed meanwhile. The hint says what an empty field means, which a filled one is not. */
function fill(form: HTMLFormElement, name: string, value: string | null): void {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement) || !value || input.value) return
  input.value = value
  document.getElementById(`${input.id}-hint`)?.remove()
}
