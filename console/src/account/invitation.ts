/** Shows what an invitation says before the person accepts it. Reading it uses nothing up. */
import { send } from './api'
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
  } catch (error) {
    showError(form, error)
  }
}

/** Leaves what the person has typed meanwhile. The hint says what an empty field means, which a filled one is not. */
function fill(form: HTMLFormElement, name: string, value: string | null): void {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement) || !value || input.value) return
  input.value = value
  document.getElementById(`${input.id}-hint`)?.remove()
}
