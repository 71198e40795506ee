/** The parts of a page that scripts fill in. */
import { errorMessage, t } from './texts'

export function part<E extends HTMLElement = HTMLElement>(selector: string): E {
  return document.querySelector<E>(selector)!
}

/** A page has only some of the sections. */
export function hasSection(name: string): boolean {
  return document.querySelector(`[data-section=${name}]`) !== null
}

export function form(name: string): HTMLFormElement {
  return part<HTMLFormElement>(`form[data-form=${name}]`)
}

export function input(id: string): HTMLInputElement {
  return document.getElementById(id) as HTMLInputElement
}

export function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.append(...children)
  return made
}

/** A row of a list: what it is about, details, and buttons or tags. */
export function row(title: string, details: string, ...more: HTMLElement[]): HTMLElement {
  const text = element('div', '', element('strong', '', title), element('small', 'muted', details))
  return element('li', '', text, ...more)
}

/** A small button whose label names the thing that it is about. */
export function rowButton(key: string, name: string, work: () => Promise<void>): HTMLElement {
  const button = element('button', 'button small', t(key))
  button.setAttribute('type', 'button')
  button.setAttribute('aria-label', t(`${key}Label`, { name }))
  button.addEventListener('click', () => void attempt(work))
  return button
}

export function onClick(selector: string, work: () => Promise<void>): void {
  part(selector).addEventListener('click', () => void attempt(work))
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    sayText(errorMessage(error))
  }
}

export function say(key: string, values: Record<string, string> = {}): void {
  sayText(t(key, values))
}

/** A live region: screen readers read it, and it scrolls into view. */
export function sayText(text: string): void {
  const status = part('[data-status]')
  status.hidden = false
  status.textContent = text
  status.scrollIntoView({ block: 'nearest' })
}
