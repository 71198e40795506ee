/** What a device is called in the language of the console; see `device`. */
import { t } from '../i18n'
import { DEVICE } from './device'

export function deviceName(name: string): string {
  const [, browser, system] = DEVICE.exec(name) ?? []
  return browser && system ? t('sessions.onSystem', { browser, system }) : name || t('sessions.unknownDevice')
}
