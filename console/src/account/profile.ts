/** The page of the signed-in person: name, address, password and sessions. */
import { ApiError } from '../api/errors'
import type { Session, User } from '../api/types'
import { SessionEnded, type Tokens } from '../session/tokenManager'
import { browserPlatform } from '../session/browserPlatform'
import { call, keep, send, tokens } from './api'
import { onSubmit } from './forms'
import { errorMessage, language, t } from './texts'

const SESSIONS = '/api/auth/sessions'
const SHOWN_SESSIONS = 50
/** Stands for the user until the service has said who it is: after a sign-in without a script there is only the cookie. */
const UNKNOWN_USER = 0

let user: User

export async function start(): Promise<void> {
  const query = document.body.dataset.query ?? ''
  if (!tokens.signedIn) browserPlatform().write({ userId: UNKNOWN_USER })
  try {
    user = await call<User>('GET', '/api/auth/user')
  } catch (error) {
    if (!isSignedOut(error)) return fail(error)
    tokens.clear()
    return location.replace(`/account/sign-in${query}`)
  }
  browserPlatform().write({ userId: user.id })
  tokens.onSignedOut = () => location.replace(`/account/sign-in${query}`)
  showUser()
  part('[data-loading]').hidden = true
  part('[data-account]').hidden = false
  connectForms()
  await showSessions()
}

function isSignedOut(error: unknown): boolean {
  return error instanceof SessionEnded || (error instanceof ApiError && error.code === 401)
}

function fail(error: unknown): void {
  part('[data-loading]').textContent = errorMessage(error)
}

function showUser(): void {
  part('[data-identity]').textContent = t('account.signedInAs', { name: user.name })
  part('[data-console]').hidden = !user.permissions.length
  part('[data-password-required]').hidden = !user.mustChangePassword
  // Until then nothing else is asked for.
  for (const section of document.querySelectorAll<HTMLElement>('[data-section]')) {
    section.hidden = user.mustChangePassword && section.dataset.section !== 'password'
  }
  input('profile-name').value = user.name
  part<HTMLInputElement>('[data-username]').value = user.username
  const key = !user.email ? 'none' : user.emailVerified ? 'current' : 'unverified'
  part('[data-address]').textContent = t(`account.email.${key}`, { email: user.email ?? '' })
  part('[data-same-address]').hidden = !user.email || (user.emailVerified && !user.pendingEmail)
  part('[data-same-address]').textContent = t(user.pendingEmail ? 'account.email.cancel' : 'account.email.confirm')
  part('[data-pending]').hidden = !user.pendingEmail
  part('[data-pending]').textContent = t('account.email.pending', { email: user.pendingEmail ?? '' })
}

function connectForms(): void {
  onSubmit(form('profile'), async (values) => {
    user = await call<User>('PUT', '/api/auth/user', { name: values.name ?? '' })
    showUser()
    say('account.profile.done')
  })
  onSubmit(form('email'), changeAddress)
  part('[data-same-address]').addEventListener('click', () => {
    input('email-email').value = user.email ?? ''
    form('email').requestSubmit()
  })
  onSubmit(form('password'), async ({ currentPassword = '', newPassword = '' }) => {
    const target = user.mustChangePassword ? document.body.dataset.return : undefined
    keep(await call<Tokens>('PUT', '/api/auth/password', { currentPassword, newPassword }), user.id)
    if (target) return location.assign(target)
    await reload()
    form('password').reset()
    say('account.password.done')
    await showSessions()
  })
  part('[data-sign-out]').addEventListener('submit', (event) => {
    event.preventDefault()
    void signOut('/api/auth/logout')
  })
  part('[data-everywhere]').addEventListener('click', () => void signOut('/api/auth/logout-all'))
}

async function changeAddress({ email = '', currentPassword }: Record<string, string>): Promise<void> {
  if (currentPassword) keep(await call<Tokens>('POST', '/api/auth/step-up', { method: 'password', password: currentPassword }), user.id)
  const { status } = await call<{ status: string }>('PUT', '/api/auth/email', { email })
  await reload()
  form('email').reset()
  for (const field of form('email').querySelectorAll<HTMLElement>('[data-reveal]')) field.hidden = true
  say(status === 'changed' ? 'account.email.done' : 'account.email.sent')
}

async function reload(): Promise<void> {
  user = await call<User>('GET', '/api/auth/user')
  showUser()
}

async function signOut(path: string): Promise<void> {
  try {
    await call('POST', path)
    if (path !== '/api/auth/logout') await send('POST', '/api/auth/logout').catch(() => undefined)
  } catch (error) {
    if (!isSignedOut(error)) return sayText(errorMessage(error))
  }
  tokens.clear()
  location.assign(`/account/sign-in${document.body.dataset.query ?? ''}`)
}

async function showSessions(): Promise<void> {
  const { list, total } = await call<{ list: Session[]; total: number }>('GET', `${SESSIONS}?pageSize=${SHOWN_SESSIONS}`)
  part('[data-sessions]').replaceChildren(...list.map(sessionRow))
  part('[data-more-sessions]').hidden = total <= list.length
  part('[data-more-sessions]').textContent = t('account.sessions.more', { n: total - list.length })
}

function sessionRow(session: Session): HTMLElement {
  const device = session.device || t('account.sessions.unknown')
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(session.lastUsedAt))
  const details = `${session.address} · ${t('account.sessions.lastUsed', { time })}`
  const text = element('div', '', element('strong', '', device), element('small', 'muted', details))
  if (session.current) return element('li', '', text, element('span', 'tag good', t('account.sessions.current')))
  const button = element('button', 'button small', t('account.sessions.end'))
  button.setAttribute('type', 'button')
  button.setAttribute('aria-label', t('account.sessions.endLabel', { device }))
  button.addEventListener('click', () => void endSession(session.id, device))
  return element('li', '', text, button)
}

async function endSession(id: number, device: string): Promise<void> {
  try {
    await call('DELETE', `${SESSIONS}/${id}`)
    await showSessions()
    say('account.sessions.ended', { device })
  } catch (error) {
    sayText(errorMessage(error))
  }
}

function say(key: string, values: Record<string, string> = {}): void {
  sayText(t(key, values))
}

/** A live region: screen readers read it, and it scrolls into view. */
function sayText(text: string): void {
  const status = part('[data-status]')
  status.hidden = false
  status.textContent = text
  status.scrollIntoView({ block: 'nearest' })
}

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.append(...children)
  return made
}

function part<E extends HTMLElement = HTMLElement>(selector: string): E {
  return document.querySelector<E>(selector)!
}

function form(name: string): HTMLFormElement {
  return part<HTMLFormElement>(`form[data-form=${name}]`)
}

function input(id: string): HTMLInputElement {
  return document.getElementById(id) as HTMLInputElement
}
