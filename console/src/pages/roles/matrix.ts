/** Data of the permission matrix: permissions in rows, roles in columns. */
import type { Permission, Role } from '../../api/types'
import { translateIfKnown } from '../../i18n'
import { groupByResource, covers } from '../../session/permissions'

export type CellState = 'direct' | 'wildcard' | 'none'

export interface Row {
  permission: string
  description: string
}

export interface Group {
  resource: string
  rows: Row[]
}

/** Groups the catalogue by resource. Wildcards get no row; the cells they grant show them. */
export function groupPermissions(catalogue: readonly Permission[]): Group[] {
  const descriptions = new Map(catalogue.map(({ name, description }) => [name, description]))
  const names = catalogue.map(({ name }) => name).filter((name) => name !== '*' && !name.endsWith(':*'))
  return groupByResource(names).map(([resource, permissions]) => ({
    resource,
    rows: permissions.map((permission) => ({ permission, description: descriptions.get(permission) ?? '' })),
  }))
}

export function cellState(role: Role, permission: string): CellState {
  if (role.permissions.includes(permission)) return 'direct'
  return covers(role.permissions, permission) ? 'wildcard' : 'none'
}

export function toggled(permissions: readonly string[], permission: string): string[] {
  if (permissions.includes(permission)) return permissions.filter((name) => name !== permission)
  return [...permissions, permission].sort()
}

/** What a permission is for, in the selected language. Those that other services define have the text of the role's author. */
export function permissionText(permission: string, description = ''): string {
  return translateIfKnown(`permission.${permission}`) ?? description
}
