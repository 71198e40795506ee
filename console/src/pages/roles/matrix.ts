/** Data of the permission matrix: permissions in rows, roles in columns. */
import type { Permission, Role } from '../../api/types'
import { t, translateIfKnown } from '../../i18n'
import { groupByResource, covers } from '../../session/permissions'

export type CellState = 'direct' | 'wildcard' | 'none'

export const EVERYTHING = '*'

export interface Row {
  permission: string
  description: string
}

export interface Group {
  resource: string
  rows: Row[]
}

/** `orders:*` of `orders`; the permission for everything has no other. */
export function wildcardOf(resource: string): string {
  return resource === EVERYTHING ? EVERYTHING : `${resource}:*`
}

/**
 * Groups permissions by resource, everything first. Each resource begins with its wildcard, whether or not a role grants
 * it, so that such a grant is never hidden. `more`: names that are not in the catalogue yet.
 */
export function groupPermissions(catalogue: readonly Pick<Permission, 'name' | 'description'>[], more: readonly string[] = []): Group[] {
  const descriptions = new Map(catalogue.map(({ name, description }) => [name, description]))
  const names = new Set([EVERYTHING, ...descriptions.keys(), ...more])
  for (const name of [...names]) names.add(wildcardOf(name.split(':', 1)[0]!))
  return groupByResource([...names]).map(([resource, permissions]) => ({
    resource,
    rows: permissions.map((permission) => ({ permission, description: descriptions.get(permission) ?? '' })),
  }))
}

/** The rows whose name, or what it is for, contains a word. */
export function searchGroups(groups: readonly Group[], wanted: string): Group[] {
  const word = wanted.trim().toLowerCase()
  const matches = ({ permission, description }: Row) => `${permission} ${permissionText(permission, description)}`.toLowerCase().includes(word)
  return groups.map(({ resource, rows }) => ({ resource, rows: rows.filter(matches) })).filter(({ rows }) => rows.length)
}

export function cellState({ permissions }: Pick<Role, 'permissions'>, permission: string): CellState {
  if (permissions.includes(permission)) return 'direct'
  return covers(permissions, permission) ? 'wildcard' : 'none'
}

export function toggled(permissions: readonly string[], permission: string): string[] {
  if (permissions.includes(permission)) return permissions.filter((name) => name !== permission)
  return [...permissions, permission].sort()
}

/** Adds or removes several; what a wildcard grants anyway is not added. */
export function setAll(permissions: readonly string[], names: readonly string[], on: boolean): string[] {
  if (!on) return permissions.filter((name) => !names.includes(name))
  return [...new Set([...permissions, ...names.filter((name) => !covers(permissions, name))])].sort()
}

/** What a permission is for, in the selected language. Those that other services define have the text of the role's author. */
export function permissionText(permission: string, description = ''): string {
  if (permission === EVERYTHING) return t('roles.everythingText')
  if (permission.endsWith(':*')) return t('roles.wildcardText', { resource: permission.slice(0, -2) })
  return translateIfKnown(`permission.${permission}`) ?? description
}
