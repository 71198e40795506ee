/** Who gives what: the table of permissions and roles. */
import type { Permission, Role } from '../../api/types'
import { byResource, covers } from '../../session/permissions'

export type Cell = 'named' | 'covered' | 'none'

export interface Row {
  permission: string
  description: string
}

export interface Group {
  resource: string
  rows: Row[]
}

/** The catalogue by resource; `*` and `orders:*` are seen in the cells that they cover, and need no row. */
export function groups(catalogue: readonly Permission[]): Group[] {
  const descriptions = new Map(catalogue.map(({ name, description }) => [name, description]))
  const plain = catalogue.map(({ name }) => name).filter((name) => name !== '*' && !name.endsWith(':*'))
  return byResource(plain).map(([resource, names]) => ({
    resource,
    rows: names.map((permission) => ({ permission, description: descriptions.get(permission) ?? '' })),
  }))
}

export function cell(role: Role, permission: string): Cell {
  if (role.permissions.includes(permission)) return 'named'
  return covers(role.permissions, permission) ? 'covered' : 'none'
}

export function toggled(permissions: readonly string[], permission: string): string[] {
  if (permissions.includes(permission)) return permissions.filter((name) => name !== permission)
  return [...permissions, permission].sort()
}
