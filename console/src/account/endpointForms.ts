/** Sends a form to its endpoint and shows the outcome in the page. What comes next is in the form's `data-then`. */
import type { LoginData } from '../api/types'
import { send } from './api'
import { onSubmit, showPanel, type Kept } from './forms'
import { tokenIn } from './linkToken'
import { finishSignIn } from './secondStep'

export function enhanceForm(form: HTMLFormElement, token: string): void {
  const { endpoint = '', then = '' } = form.dataset
  const pasted = form.querySelector<HTMLInputElement>('input[name=token]')
  if (pasted && token) pasted.value = token
  pasted?.closest('.field')?.classList.toggle('asked', !token)
  onSubmit(form, async (values) => {
    if (values.token) values.token = tokenIn(values.token)
    if (then === 'enter') return finishSignIn(() => send<LoginData>('POST', endpoint, values))
    showPanel(then, (await send<Kept | null>('POST', endpoint, values)) ?? {})
  })
}
