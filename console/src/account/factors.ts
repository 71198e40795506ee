/** Codes as a second factor: of an authenticator app, and for recovery. */
import type { Factor, OwnFactors, TotpEnrolment } from '../api/types'
import { FEW_CODES } from '../session/limits'
import { copyText } from '../ui/copyText'
import { call } from './api'
import { ask } from './dialogs'
import { element, form, hasSection, onClick, part, row, rowButton, say } from './dom'
import { onSubmit } from './forms'
import { sensitive } from './stepUp'
import { moment, t } from './texts'

const FACTORS = '/api/auth/factors'

type Changed = () => Promise<void>

let changed: Changed
let enrolment: TotpEnrolment

export async function startFactors(onChange: Changed): Promise<void> {
  changed = onChange
  onClick('[data-copy-codes]', copyCodes)
  onClick('[data-codes-stored]', async () => {
    part('[data-section=codes]').hidden = true
    part('[data-codes]').replaceChildren()
    await changed()
  })
  if (!hasSection('factors')) return
  onClick('[data-add-totp]', beginTotp)
  onClick('[data-new-codes]', async () => {
    const { recoveryCodes } = await sensitive<{ recoveryCodes: string[] }>('POST', '/api/auth/recovery-codes')
    showCodes(recoveryCodes)
    await showFactors()
  })
  part('[data-cancel]').addEventListener('click', closeTotp)
  onSubmit(form('totp'), confirmTotp)
  await showFactors()
}

/** Only here: the service has their hashes alone. */
export function showCodes(codes: string[] = []): void {
  if (!codes.length) return
  part('[data-codes]').replaceChildren(...codes.map((code) => element('li', '', code)))
  part('[data-section=codes]').hidden = false
  part('#codes-title').focus()
}

async function copyCodes(): Promise<void> {
  const codes = part('[data-codes]')
  if (await copyText([...codes.children].map((item) => item.textContent).join('\n'))) say('account.codes.copied')
  // For the keys of the browser.
  else getSelection()!.selectAllChildren(codes)
}

async function showFactors(): Promise<void> {
  const { list } = await call<OwnFactors>('GET', FACTORS)
  const codes = list.filter((factor) => factor.type !== 'passkey')
  part('[data-factors]').replaceChildren(...codes.map(factorRow))
  part('[data-new-codes]').hidden = !list.length
}

function factorRow(factor: Factor): HTMLElement {
  const name = factor.type === 'recoveryCodes' ? t('account.codes.title') : factor.name || t('account.factors.totp')
  const added = t('account.added', { time: moment(factor.createdAt) })
  const used = factor.lastUsedAt ? t('account.lastUsed', { time: moment(factor.lastUsedAt) }) : ''
  const left = factor.remaining === undefined ? '' : t('account.codes.left', { n: factor.remaining })
  const details = [added, used, left].filter(Boolean).join(' · ')
  const few = factor.remaining !== undefined && factor.remaining <= FEW_CODES
  const tags = few ? [element('span', 'tag warn', t('account.codes.few'))] : []
  return row(name, details, ...tags, rowButton('account.remove', name, () => removeFactor(factor.id, name)))
}

async function removeFactor(id: number, name: string): Promise<void> {
  const remove = () => sensitive<void>('DELETE', `${FACTORS}/${id}`)
  const sent = await ask('remove', remove, (dialog) => {
    dialog.querySelector('[data-text]')!.textContent = t('account.remove.text', { name })
  })
  if (!sent) return
  await showFactors()
  await changed()
  say('account.removed', { name })
}

async function beginTotp(): Promise<void> {
  enrolment = await sensitive<TotpEnrolment>('POST', `${FACTORS}/totp`, {})
  part<HTMLImageElement>('[data-qr]').src = `data:image/svg+xml,${encodeURIComponent(enrolment.qr)}`
  part('[data-secret]').textContent = enrolment.secret.replace(/.{4}(?=.)/g, '$& ')
  part('[data-form-of=totp]').hidden = false
  part('[data-add-totp]').hidden = true
  part('#totp-code').focus()
}

async function confirmTotp({ code = '' }: Record<string, string>): Promise<void> {
  const { recoveryCodes } = await sensitive<{ recoveryCodes?: string[] }>('POST', `${FACTORS}/totp/confirm`, { id: enrolment.id, code })
  closeTotp()
  say('account.totp.done')
  showCodes(recoveryCodes)
  await showFactors()
  await changed()
}

function closeTotp(): void {
  form('totp').reset()
  part('[data-qr]').removeAttribute('src')
  part('[data-secret]').textContent = ''
  part('[data-form-of=totp]').hidden = true
  part('[data-add-totp]').hidden = false
}
