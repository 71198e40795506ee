import { t } from '../../i18n'
import { mayLoad } from '../../ui/avatars'

/** Why browsers would not load a picture from an address. Other hosts may be meant for other applications, but no page loads http. */
export function avatarProblem(address: string): string | undefined {
  return /^http:/i.test(address.trim()) && !mayLoad(address.trim()) ? t('users.avatarInsecure') : undefined
}
