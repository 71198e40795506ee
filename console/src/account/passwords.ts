/** Fields for passwords: a button that shows what was typed, and how many characters are missing. */
import { t } from './texts'

export function addVisibility(input: HTMLInputElement): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'show-password'
  button.setAttribute('aria-controls', input.id)
  const render = () => {
    const shown = input.type === 'text'
    button.textContent = t(shown ? 'password.hide' : 'password.show')
    button.setAttribute('aria-label', t(shown ? 'password.hideLabel' : 'password.showLabel'))
  }
  button.addEventListener('click', () => {
    input.type = input.type === 'text' ? 'password' : 'text'
    render()
  })
  // Browsers keep the text of a field that was visible, so it is hidden again before it is sent.
  input.form?.addEventListener('submit', () => {
    input.type = 'password'
    render()
  })
  render()
  input.after(button)
}

export function countCharacters(input: HTMLInputElement): void {
  const hint = document.getElementById(`${input.id}-hint`)
  const rule = hint?.textContent ?? ''
  const minimum = Number(input.dataset.min)
  input.addEventListener('input', () => {
    if (!hint) return
    const missing = minimum - [...input.value.normalize('NFKC')].length
    hint.textContent = !input.value ? rule : missing > 0 ? t('password.more', { n: missing }) : t('password.enough')
    hint.classList.toggle('good', Boolean(input.value) && missing <= 0)
    hint.hidden = false
  })
  input.form?.addEventListener('reset', () => {
    if (hint) hint.textContent = rule
    hint?.classList.remove('good')
  })
}
