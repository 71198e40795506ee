import type { Factor } from '../api/types'
import { t } from '../i18n'

/** So few recovery codes that the user had better make new ones. */
export const FEW_CODES = 3

/** The name that the user gave it, or else what it is. */
export function nameOf({ name, type }: Factor): string {
  return name || t(`factor.${type}`)
}
