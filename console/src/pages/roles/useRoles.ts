/** The roles there are, for those who may know them. */
import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { call } from '../../api/client'
import type { Role } from '../../api/types'
import { may } from '../../session/session'

const PAGE = 100

export async function allRoles(signal?: AbortSignal): Promise<Role[]> {
  const roles: Role[] = []
  for (let page = 1; ; page++) {
    const { data } = await call('get', '/api/roles', { query: { page, pageSize: PAGE }, ...(signal && { signal }) })
    roles.push(...data.list)
    if (!data.list.length || roles.length >= data.total) return roles
  }
}

export function useRoles(): ShallowRef<Role[] | null> {
  const roles = shallowRef<Role[] | null>(null)
  // A help in filling in, not the matter itself: a page does without it when it can't be had.
  if (may('roles:read')) allRoles().then((found) => (roles.value = found), () => {})
  return roles
}

export function useRoleNames(): ComputedRef<string[]> {
  const roles = useRoles()
  return computed(() => (roles.value ?? []).map((role) => role.name).sort((a, b) => a.localeCompare(b)))
}
