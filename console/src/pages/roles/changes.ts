/** Changes of the permissions of roles, before they are saved. */
import type { Role } from '../../api/types'
import { covers } from '../../session/permissions'

/** The service stops counting users of a role here. */
export const USER_COUNT_CAP = 10_000

export interface RoleChange {
  role: Role
  added: string[]
  removed: string[]
  /** The part of `removed` that a wildcard of the role grants as before. */
  covered: Covered[]
}

interface Covered {
  name: string
  by: string
}

/** The service does not store what a wildcard of the role grants anyway: to add the wildcard removes it. */
export function changeOf(role: Role, permissions: readonly string[]): RoleChange {
  const stored = permissions.filter((name) => !covers(permissions.filter((other) => other !== name), name))
  const removed = role.permissions.filter((name) => !stored.includes(name)).sort()
  const covered = removed.flatMap((name) => stored.filter((other) => covers([other], name)).map((by) => ({ name, by })))
  return { role, added: stored.filter((name) => !role.permissions.includes(name)).sort(), removed, covered }
}

/** What the role grants no longer. */
export const lost = ({ removed, covered }: RoleChange) => removed.filter((name) => !covered.some((kept) => kept.name === name))
export const isChange = ({ added, removed }: RoleChange) => added.length + removed.length > 0
export const inverse = ({ role, added, removed }: RoleChange): RoleChange => ({ role, added: removed, removed: added, covered: [] })

export interface Summary {
  added: number
  removed: number
  /** Users with one of the roles. A user with several is counted for each. */
  users: number
  capped: boolean
}

export function summarise(changes: readonly RoleChange[]): Summary {
  const sum = (count: (change: RoleChange) => number) => changes.reduce((total, change) => total + count(change), 0)
  return {
    added: sum(({ added }) => added.length),
    removed: sum((change) => lost(change).length),
    users: sum(({ role }) => role.userCount),
    capped: changes.length > 1 || changes.some(({ role }) => role.userCount >= USER_COUNT_CAP),
  }
}
