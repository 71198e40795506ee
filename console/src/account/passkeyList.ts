/** The passkeys of the signed-in person: adds, renames and removes them. */
import type { OwnFactors, Passkey } from '../api/types'
import { createPasskey, type CreationOptions } from '../session/webauthn'
import { call } from './api'
import { ask } from './dialogs'
import { form, onClick, part, row, rowButton, say } from './dom'
import { showCodes } from './factors'
import { onSubmit } from './forms'
import { passkeysSupported } from './passkeys'
import { sensitive } from './stepUp'
import { deviceName, moment, t } from './texts'

const PASSKEYS = '/api/auth/passkeys'

type Changed = () => Promise<void>

export async function startPasskeys(changed: Changed): Promise<void> {
  form('passkey').hidden = !passkeysSupported()
  part('[data-unsupported]').hidden = passkeysSupported()
  onClick('[data-passkeys-alone]', () => removePassword(changed))
  onSubmit(form('passkey'), ({ name }) => addPasskey(changed, name))
  await showPasskeys(changed)
}

async function addPasskey(changed: Changed, name?: string): Promise<void> {
  const { flow, options } = await sensitive<{ flow: string; options: CreationOptions }>('POST', `${PASSKEYS}/options`, {})
  const credential = await createPasskey(options)
  const { recoveryCodes } = await sensitive<Passkey>('POST', PASSKEYS, { flow, credential, ...(name && { name }) })
  form('passkey').reset()
  say('account.passkeys.done')
  showCodes(recoveryCodes)
  await showPasskeys(changed)
  await changed()
}

async function showPasskeys(changed: Changed): Promise<void> {
  const [{ list }, { hasPassword }] = await Promise.all([call<{ list: Passkey[] }>('GET', PASSKEYS), call<OwnFactors>('GET', '/api/auth/factors')])
  part('[data-passkeys]').replaceChildren(...list.map((passkey) => passkeyRow(passkey, changed)))
  part('[data-passkeys-alone]').hidden = !hasPassword || !list.some((passkey) => passkey.userVerified)
  document.querySelector('[data-has-password]')?.toggleAttribute('hidden', !hasPassword)
  document.querySelector('[data-no-password]')?.toggleAttribute('hidden', hasPassword)
}

async function removePassword(changed: Changed): Promise<void> {
  const sent = await ask(
    'remove',
    () => sensitive('DELETE', '/api/auth/password'),
    (dialog) => (dialog.querySelector('[data-text]')!.textContent = t('account.passkeys.aloneText')),
  )
  if (!sent) return
  await showPasskeys(changed)
  say('account.passkeys.aloneDone')
}

function passkeyRow({ id, createdAt, lastUsedAt, ...passkey }: Passkey, changed: Changed): HTMLElement {
  const name = passkey.name ? deviceName(passkey.name) : t('account.passkeys.unnamed')
  const added = t('account.added', { time: moment(createdAt) })
  const details = lastUsedAt ? `${added} · ${t('account.lastUsed', { time: moment(lastUsedAt) })}` : added
  const rename = async () => {
    const sent = await ask(
      'rename',
      (values) => sensitive('PUT', `${PASSKEYS}/${id}`, { name: values.name ?? '' }),
      (dialog) => (dialog.querySelector<HTMLInputElement>('.input')!.value = passkey.name),
    )
    if (sent) await showPasskeys(changed)
  }
  const remove = async () => {
    const sent = await ask(
      'remove',
      () => sensitive('DELETE', `${PASSKEYS}/${id}`),
      (dialog) => (dialog.querySelector('[data-text]')!.textContent = t('account.remove.text', { name })),
    )
    if (!sent) return
    await showPasskeys(changed)
    await changed()
    say('account.removed', { name })
  }
  return row(name, details, rowButton('account.rename', name, rename), rowButton('account.remove', name, remove))
}
