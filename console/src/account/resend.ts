/** Asks for another mailed code, by sending the first form of the page again: what was typed is still in it. */
import { ApiError } from '../api/errors'
import { RESEND_PAUSE } from '../session/limits'
import { sendForm } from './endpointForms'
import { clearErrors, showError, valuesOf } from './forms'
import { t } from './texts'

export function enhanceResend(button: HTMLButtonElement): void {
  const form = button.form!
  button.textContent = t('code.resend')
  button.addEventListener('click', () => void resend(form, button))
}

async function resend(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  if (button.ariaDisabled === 'true') return
  clearErrors(form)
  tell(form, '')
  pause(button, RESEND_PAUSE)
  try {
    const first = document.forms[0]!
    await sendForm(first, valuesOf(first))
    tell(form, t('code.resent'))
  } catch (error) {
    if (error instanceof ApiError && error.data.retryAfter) pause(button, error.data.retryAfter)
    showError(form, error)
  }
}

function tell(form: HTMLFormElement, text: string): void {
  const status = form.querySelector<HTMLElement>('[data-resent]')!
  status.textContent = text
  status.hidden = !text
}

const timers = new WeakMap<HTMLButtonElement, number>()

/** Not `disabled`, which would take the focus away. */
function pause(button: HTMLButtonElement, seconds: number): void {
  window.clearInterval(timers.get(button))
  const until = Date.now() + seconds * 1000
  const show = () => {
    const left = Math.ceil((until - Date.now()) / 1000)
    button.ariaDisabled = String(left > 0)
    button.textContent = left > 0 ? t('code.resendIn', { n: left }) : t('code.resend')
    if (left <= 0) window.clearInterval(timers.get(button))
  }
  timers.set(button, window.setInterval(show, 1000))
  show()
}
