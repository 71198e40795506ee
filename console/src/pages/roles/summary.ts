/** Changes of roles in words: "3 added, 1 removed; 41 users concerned". */
import type { Role } from '../../api/types'
import { t } from '../../i18n'
import { USER_COUNT_CAP, type Summary } from './changes'

export function summaryText({ added, removed, users, capped }: Summary): string {
  const parts = [added && t('roles.addedCount', { n: added }), removed && t('roles.removedCount', { n: removed })].filter(Boolean)
  const concerned = t(capped && users > 1 ? 'roles.concernedUpTo' : 'roles.concerned', { n: users })
  return t('roles.summary', { changes: parts.join(t('common.comma')), users: concerned })
}

export function usersText({ userCount }: Role): string {
  return userCount >= USER_COUNT_CAP ? t('roles.userCountCapped', { n: USER_COUNT_CAP }) : t('roles.userCount', { n: userCount })
}
