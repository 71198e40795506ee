/** Loads all roles, if the user has permission to list them. */
import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { allPages } from '../../api/allPages'
import { call } from '../../api/client'
import type { Role } from '../../api/types'
import { can } from '../../session/session'

export function allRoles(signal?: AbortSignal): Promise<Role[]> {
  return allPages(async (query) => (await call('get', '/api/roles', { query, ...(signal && { signal }) })).data)
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
