/** What the service would refuse, so that forms say so before something is typed. */
import type { User } from '../../api/types'
import { t } from '../../i18n'
import { firstMissing } from '../../session/permissions'
import { can, currentUser, session } from '../../session/session'

/** Why the current user cannot change a user at all; null if they can. */
export function whyReadOnly(user: User): string | null {
  if (user.service) return t('guard.service')
  if (!can('users:update')) return t('guard.permission', { permission: 'users:update' })
  return whyOutranked(user)
}

/** Why the user is out of reach for changes and deletion, with any permission. */
export function whyOutranked(user: User): string | null {
  const missing = firstMissing(currentUser.value?.permissions ?? [], user.permissions)
  return missing === undefined ? null : t('guard.outranked', { permission: missing })
}

/** Why the current user cannot change username, e-mail and password: they are a way into the account, and its roles with it. */
export function whyNamesLocked(user: User): string | null {
  if (session.state.impersonator) return t('guard.impersonating')
  if (can('roles:grant')) return null
  const role = user.roles.find((name) => !currentUser.value?.roles.includes(name))
  return role === undefined ? null : t('guard.role', { role })
}

/** Whether the current user may give a role to users. */
export function mayAssign(role: { name: string; permissions: readonly string[] }): boolean {
  if (firstMissing(currentUser.value?.permissions ?? [], role.permissions) !== undefined) return false
  return can('roles:grant') || (currentUser.value?.roles.includes(role.name) ?? false)
}
