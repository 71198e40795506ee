/** The passkeys of the signed-in person: adds, renames and removes them. */
import { createPasskey, type CreationOptions } from '../session/webauthn'
import { call } from './api'
import { ask } from './dialogs'
import { form, onClick, part, row, rowButton, say } from './dom'
import { showCodes } from './factors'
import { onSubmit } from './forms'
import { passkeysSupported } from './passkeys'
import { sensitive } from './stepUp'
import { moment, t } from './texts'

const PASSKEYS = '/api/auth/passkeys'

interface Passkey {
  id: number
  name: string
  createdAt: string
  lastUsedAt: string | null
  /** By a fingerprint or a PIN: it is enough to sign in. */
  userVerified: boolean
}

type Changed = () => Promise<void>

export async function startPasskeys(changed: Changed): Promise<void> {
  form('passkey').hidden = !passkeysSupported()
  part('[data-unsupported]').hidden = passkeysSupported()
  onClick('[data-passkeys-alone]', removePassword)
  onSubmit(form('passkey'), ({ name }) => addPasskey(changed, name))
  await showPasskeys(changed)
}

async function addPasskey(changed: Changed, name?: string): Promise<void> {
  const { flow, options } = await sensitive<{ flow: string; options: CreationOptions }>('POST', `${PASSKEYS}/options`, {})
  const credential = await createPasskey(options)
  const { recoveryCodes } = await sensitive<Passkey & { recoveryCodes?: string[] }>('POST', PASSKEYS, { flow, credential, ...(name && { name }) })
  form('passkey').reset()
  say('account.passkeys.done')
  showCodes(recoveryCodes)
  await showPasskeys(changed)
  await changed()
}

async function showPasskeys(changed: Changed): Promise<void> {
  const { list } = await call<{ list: Passkey[] }>('GET', PASSKEYS)
  part('[data-passkeys]').replaceChildren(...list.map((passkey) => passkeyRow(passkey, changed)))
  part('[data-passkeys-alone]').hidden = !list.some((passkey) => passkey.userVerified)
}

async function removePassword(): Promise<void> {
  const sent = await ask(
    'remove',
    () => sensitive('DELETE', '/api/auth/password'),
    (dialog) => (dialog.querySelector('[data-text]')!.textContent = t('account.passkeys.aloneText')),
  )
  if (sent) say('account.passkeys.aloneDone')
}

function passkeyRow({ id, name, createdAt, lastUsedAt }: Passkey, changed: Changed): HTMLElement {
  const added = t('account.added', { time: moment(createdAt) })
  const details = lastUsedAt ? `${added} · ${t('account.lastUsed', { time: moment(lastUsedAt) })}` : added
  const rename = async () => {
    const sent = await ask(
      'rename',
      (values) => sensitive('PUT', `${PASSKEYS}/${id}`, { name: values.name ?? '' }),
      (dialog) => (dialog.querySelector<HTMLInputElement>('.input')!.value = name),
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
