/** Loads all roles, if the user has permission to list them. */
import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { call } from '../../api/client'
import type { Role } from '../../api/types'
import { can } from '../../session/session'

const PAGE_SIZE = 100

export async function allRoles(signal?: AbortSignal): Promise<Role[]> {
  const roles: Role[] = []
  for (let page = 1; ; page++) {
    const { data } = await call('get', '/api/roles', { query: { page, pageSize: PAGE_SIZE }, ...(signal && { signal }) })
    roles.push(...data.list)
    if (!data.list.length || roles.length >= data.total) return roles
  }
}

export function useRoles(): ShallowRef<Role[] | null> {
  const roles = shallowRef<Role[] | null>(null)
  // The list only adds options to a filter or form, so a failure to load it is ignored.
  if (can('roles:read')) allRoles().then((loaded) => (roles.value = loaded), () => {})
  return roles
}

export function useRoleNames(): ComputedRef<string[]> {
  const roles = useRoles()
  return computed(() => (roles.value ?? []).map((role) => role.name).sort((a, b) => a.localeCompare(b)))
}
