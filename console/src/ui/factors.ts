import type { Factor } from '../api/types'
import { t } from '../i18n'
import { deviceName } from './deviceName'

/** The name that the user gave it or that of the device where it was added, or else what it is. */
export function nameOf({ name, type }: Factor): string {
  return name ? deviceName(name) : t(`factor.${type}`)
}
