import type { Invitation } from '../../api/types'
import { t } from '../../i18n'

/** An invitation may name nothing: then its link is for any person who gets it. */
export function invitee({ email, username, name }: Pick<Invitation, 'email' | 'username' | 'name'>): string {
  return email ?? name ?? username ?? t('invitations.byLink')
}
