/** Sends a form to its endpoint and shows the outcome in the page. What comes next is in the form's `data-then`. */
import type { LoginData } from '../api/types'
import { send } from './api'
import { onSubmit, showPanel, type Kept } from './forms'
import { tokenIn } from './linkToken'
import { finishSignIn } from './secondStep'

export function enhanceForm(form: HTMLFormElement, token: string): void {
  const pasted = form.querySelector<HTMLInputElement>('input[name=token]')
  if (pasted && token) pasted.value = token
  pasted?.closest('.field')?.classList.toggle('asked', !token)
  onSubmit(form, (values) => sendForm(form, values))
}

export async function sendForm({ dataset: { endpoint = '', then = '' } }: HTMLFormElement, values: Record<string, string>): Promise<void> {
  if (values.token) values.token = tokenIn(values.token)
  if (then === 'enter') return finishSignIn(() => send<LoginData>('POST', endpoint, values))
  const answer = (await send<(Kept & { mail?: string }) | null>('POST', endpoint, values)) ?? {}
  // Without a mail server, an administrator passes the link on.
  const held = answer.mail === 'held' && document.querySelector('[data-panel=held]')
  showPanel(held ? 'held' : then, answer)
}
