/** Through which of their roles a user has a permission. */
import type { Role, User } from '../../../api/types'

export interface Origin {
  permission: string
  through: string[]
}

export function originsOf(user: User, roles: readonly Role[]): Origin[] {
  const held = roles.filter(({ name }) => user.roles.includes(name))
  const names = [...new Set(held.flatMap(({ permissions }) => permissions))].sort()
  return names.map((permission) => ({ permission, through: held.filter(({ permissions }) => permissions.includes(permission)).map(({ name }) => name) }))
}
