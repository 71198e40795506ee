/** The devices that the service knows: those that may leave the second step out can be forgotten. */
import type { Device } from '../api/types'
import { call } from './api'
import { element, hasSection, part, row, rowButton, say } from './dom'
import { deviceName, moment, t } from './texts'

const DEVICES = '/api/auth/devices'

export async function showDevices(): Promise<void> {
  if (!hasSection('devices')) return
  const { list } = await call<{ list: Device[] }>('GET', DEVICES)
  part('[data-no-devices]').hidden = list.length > 0
  part('[data-devices]').replaceChildren(...list.map(deviceRow))
}

function deviceRow({ id, address, lastUsedAt, trustedUntil, current, ...device }: Device): HTMLElement {
  const name = deviceName(device.name)
  const trusted = trustedUntil && t('account.devices.trusted', { time: moment(trustedUntil) })
  const details = [address, t('account.lastUsed', { time: moment(lastUsedAt) }), trusted].filter(Boolean).join(' · ')
  const forget = rowButton('account.devices.forget', name, async () => {
    await call('DELETE', `${DEVICES}/${id}`)
    await showDevices()
    say('account.devices.forgotten', { name })
  })
  const tags = current ? [element('span', 'tag good', t('account.devices.current'))] : []
  return row(name, details, ...tags, forget)
}
