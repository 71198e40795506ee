/** The pages of the signed-in person: name, address, password and sessions. Factors have modules of their own. */
import { ApiError } from '../api/errors'
import type { Session, User } from '../api/types'
import { mustEnrol } from '../session/strength'
import { SessionEnded, type Tokens } from '../session/tokenManager'
import { browserPlatform, SIGN_OUT_KEY } from '../session/browserPlatform'
import { call, destination, keep, send, tokens } from './api'
import { onSubmit } from './forms'
import { element, form, hasSection, input, onClick, part, row, rowButton, say, sayText } from './dom'
import { startFactors } from './factors'
import { startPasskeys } from './passkeyList'
import { showDevices } from './devices'
import { sensitive } from './stepUp'
import { deviceName, errorMessage, moment, t } from './texts'

const SESSIONS = '/api/auth/sessions'
const SHOWN_SESSIONS = 50
/** Stands for the user until a token says who it is: after a sign-in without a script there is only the cookie. */
const UNKNOWN_USER = 0

let user: User
/** Set while the person is led through a change before they go on. */
let led = false

export async function start(): Promise<void> {
  const { page = '', query = '' } = document.body.dataset
  if (localStorage.getItem(SIGN_OUT_KEY)) return finishSignOut()
  if (!tokens.signedIn) browserPlatform().write({ userId: UNKNOWN_USER })
  try {
    user = await call<User>('GET', '/api/auth/user')
  } catch (error) {
    if (!isSignedOut(error)) return fail(error)
    tokens.clear()
    const back = page === 'passkey' ? `${query ? `${query}&` : '?'}return=/account/passkey` : query
    return location.replace(`/account/sign-in${back}`)
  }
  tokens.owner = () => user.id
  tokens.onSignedOut = () => location.replace(`/account/sign-in${query}`)
  tokens.onTokenReceived = (userId) => {
    if (userId !== user.id) location.reload()
  }
  led = user.mustChangePassword || mustEnrol(user)
  showUser()
  part('[data-loading]').hidden = true
  part('[data-account]').hidden = false
  part('[data-sign-out]').hidden = false
  part('[data-sign-out]').addEventListener('submit', (event) => {
    event.preventDefault()
    void signOut('/api/auth/logout')
  })
  if (hasSection('profile')) connectForms()
  await Promise.all([startPasskeys(factorsChanged), startFactors(factorsChanged), showDevices(), showSessions()])
}

/** The console has signed out while the service could not be reached: the cookie is still there, and must not sign in again. */
async function finishSignOut(): Promise<void> {
  try {
    await send('POST', '/api/auth/logout')
  } catch (error) {
    if (!isSignedOut(error)) return fail(error)
  }
  localStorage.removeItem(SIGN_OUT_KEY)
  location.replace(`/account/sign-in${document.body.dataset.query ?? ''}`)
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
  showRequired()
  if (!hasSection('profile')) return
  showName()
  part<HTMLInputElement>('[data-username]').value = user.username
  part('[data-set-password]').hidden = !user.email
  part('[data-no-address]').hidden = Boolean(user.email)
  const key = !user.email ? 'none' : user.emailVerified ? 'current' : 'unverified'
  part('[data-address]').textContent = t(`account.email.${key}`, { email: user.email ?? '' })
  part('[data-same-address]').hidden = !user.email || (user.emailVerified && !user.pendingEmail)
  part('[data-same-address]').textContent = t(user.pendingEmail ? 'account.email.cancel' : 'account.email.confirm')
  part('[data-pending]').hidden = !user.pendingEmail
  part('[data-pending]').textContent = t('account.email.pending', { email: user.pendingEmail ?? '' })
}

/** Leaves a name that was typed and not saved yet: other changes show the user again as well. */
function showName(): void {
  const name = input('profile-name')
  const typed = name.defaultValue !== '' && name.value !== name.defaultValue
  name.defaultValue = user.name
  if (!typed) name.value = user.name
}

/** Until the password is changed and the factor set up, nothing else is asked for. */
function showRequired(): void {
  const [key, sections] = required()
  part('[data-required]').hidden = !key
  if (key) part('[data-required]').textContent = t(key)
  for (const section of document.querySelectorAll<HTMLElement>('[data-section]:not([data-section=codes])')) {
    section.hidden = Boolean(key) && !sections.includes(section.dataset.section!)
  }
}

/** What must be done first, and the sections for it. */
function required(): [string, string[]] {
  if (user.mustChangePassword) return ['account.passwordRequired', ['password']]
  if (!mustEnrol(user)) return ['', []]
  if (user.requiredStrength === 'phishingResistant') return ['account.passkeyRequired', ['passkeys']]
  return ['account.factorRequired', ['passkeys', 'factors']]
}

async function factorsChanged(): Promise<void> {
  await reload()
  await Promise.all([showSessions(), showDevices()])
  goOn()
}

/** A person who was led here goes on, once there is nothing more to do and nothing left to read. */
function goOn(): void {
  const done = !required()[0] && part('[data-section=codes]').hidden
  if (!led || !done) return
  led = false
  const target = destination(user)
  if (!target.startsWith('/account')) location.assign(target)
}

function connectForms(): void {
  onSubmit(form('profile'), async (values) => {
    user = await call<User>('PUT', '/api/auth/user', { name: values.name ?? '' })
    showUser()
    form('profile').reset()
    say('account.profile.done')
  })
  onSubmit(form('email'), changeAddress)
  part('[data-same-address]').addEventListener('click', () => {
    input('email-email').value = user.email ?? ''
    form('email').requestSubmit()
  })
  onSubmit(form('password'), async ({ currentPassword = '', newPassword = '' }) => {
    keep(await call<Tokens>('PUT', '/api/auth/password', { currentPassword, newPassword }))
    await reload()
    goOn()
    form('password').reset()
    say('account.password.done')
    await showSessions()
  })
  onClick('[data-set-password]', async () => {
    const { mail } = await send<{ mail: string }>('POST', '/api/auth/password/forgot', { identifier: user.username })
    say(mail === 'held' ? 'account.mail.held' : 'account.password.sent')
  })
  onClick('[data-everywhere]', () => signOut('/api/auth/logout-all'))
}

async function changeAddress({ email = '' }: Record<string, string>): Promise<void> {
  const { status, mail } = await sensitive<{ status: string; mail: string | null }>('PUT', '/api/auth/email', { email })
  await reload()
  form('email').reset()
  say(status === 'changed' ? 'account.email.done' : mail === 'held' ? 'account.mail.held' : 'account.email.sent')
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
  if (!hasSection('sessions')) return
  const { list, total } = await call<{ list: Session[]; total: number }>('GET', `${SESSIONS}?pageSize=${SHOWN_SESSIONS}`)
  part('[data-sessions]').replaceChildren(...list.map(sessionRow))
  part('[data-more-sessions]').hidden = total <= list.length
  part('[data-more-sessions]').textContent = t('account.sessions.more', { n: total - list.length })
}

function sessionRow(session: Session): HTMLElement {
  const device = deviceName(session.device)
  const by = session.impersonator && t('account.sessions.impersonator', { name: session.impersonator })
  const details = [session.address, t('account.lastUsed', { time: moment(session.lastUsedAt) }), by].filter(Boolean).join(' · ')
  if (session.current) return row(device, details, element('span', 'tag good', t('account.sessions.current')))
  const end = rowButton('account.sessions.end', device, async () => {
    await call('DELETE', `${SESSIONS}/${session.id}`)
    await showSessions()
    say('account.sessions.ended', { device })
  })
  return row(device, details, end)
}
