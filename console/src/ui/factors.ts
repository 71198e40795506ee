import type { Factor } from '../api/types'
import { t } from '../i18n'

/** The name that the user gave it, or else what it is. */
export function nameOf({ name, type }: Factor): string {
  return name || t(`factor.${type}`)
}
