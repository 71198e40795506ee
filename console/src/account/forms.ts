/** Forms and panels: reads what was typed, shows what is wrong, and what comes next. */
import { ApiError } from '../api/errors'
import { errorMessage, fieldErrorMessage } from './texts'

/** Sent as they are typed; of other fields, spaces around the text are removed. */
const EXACT = /password/i
/** Fields for the service's own pages. */
const OWN = ['panel', 'offered']

/** Runs `work` for a person's submission, one at a time, and shows what went wrong. */
export function onSubmit(form: HTMLFormElement, work: (values: Record<string, string>) => Promise<void>): void {
  // The browser's own bubbles are in its language, not in that of the page, and cover the form.
  form.noValidate = true
  let busy = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (busy) return
    busy = true
    setBusy(form, true)
    clearErrors(form)
    work(valuesOf(form))
      .catch((error: unknown) => showError(form, error))
      .finally(() => {
        busy = false
        setBusy(form, false)
      })
  })
}

export function showError(form: HTMLFormElement, error: unknown): void {
  const data = error instanceof ApiError ? error.data : {}
  if (error instanceof ApiError) reveal(form, error.reason)
  let first: HTMLElement | undefined
  for (const wrong of data.fields ?? []) {
    const input = form.elements.namedItem(wrong.field)
    if (!(input instanceof HTMLInputElement) || input.type === 'hidden') continue
    input.setAttribute('aria-invalid', 'true')
    describe(input, fieldErrorMessage(wrong))
    // What was counted while typing, such as "Long enough", would contradict the error.
    if (input.dataset.min && input.value) document.getElementById(`${input.id}-hint`)?.toggleAttribute('hidden', true)
    first ??= input
  }
  const alert = showAlert(form, errorMessage(error))
  ;(first ?? form.querySelector<HTMLElement>('.revealed input') ?? alert).focus()
}

export function showAlert(form: HTMLFormElement, text: string): HTMLElement {
  const alert = form.querySelector<HTMLElement>('[data-alert]')!
  alert.textContent = text
  alert.hidden = false
  return alert
}

export function clearErrors(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[data-alert]')!.hidden = true
  for (const input of form.querySelectorAll<HTMLInputElement>('[aria-invalid]')) {
    input.removeAttribute('aria-invalid')
    describe(input, '')
  }
}

/** Fields that only some answers ask for. */
function reveal(form: HTMLFormElement, reason: string): void {
  for (const field of form.querySelectorAll<HTMLElement>('[data-reveal]')) {
    if (field.dataset.reveal !== reason) continue
    field.hidden = false
    field.classList.add('revealed')
  }
}

function describe(input: HTMLInputElement, text: string): void {
  const error = document.getElementById(`${input.id}-error`)
  if (!error) return
  error.textContent = text
  error.hidden = !text
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  form.setAttribute('aria-busy', String(busy))
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  button?.setAttribute('aria-disabled', String(busy))
}

export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    const text = EXACT.test(name) ? String(value) : String(value).trim()
    if (text && !OWN.includes(name)) values[name] = text
  }
  return values
}

/** Of an answer, what the next form of the page needs. */
export interface Kept {
  flow?: string
  token?: string
}

/** Replaces the visible panel and tells screen readers by moving the focus to its heading or its first field. */
export function showPanel(name: string, kept: Kept = {}): void {
  for (const panel of document.querySelectorAll<HTMLElement>('[data-panel]')) {
    panel.hidden = panel.dataset.panel !== name
    if (panel.hidden) continue
    // Of a former try, such as the number of those that were left.
    panel.querySelectorAll('form').forEach(clearErrors)
    for (const input of panel.querySelectorAll<HTMLInputElement>('input[type=hidden]')) {
      if (input.name === 'flow' || input.name === 'token') input.value = kept[input.name] ?? ''
    }
    // A page that was sent without a script has not kept what the first form said.
    panel.querySelector('[data-resend]')?.toggleAttribute('hidden', !document.forms[0]!.checkValidity())
    ;(panel.querySelector<HTMLElement>('.input') ?? panel.querySelector<HTMLElement>('h1'))?.focus()
  }
}
