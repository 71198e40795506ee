/** The permissions that a key can be narrowed to: those of its owner. */
import { shallowRef, type ShallowRef } from 'vue'
import { call } from '../../api/client'
import type { Permission } from '../../api/types'
import { covers } from '../../session/permissions'
import { can } from '../../session/session'

type Described = Pick<Permission, 'name' | 'description'>

export function useCatalogue(held: readonly string[]): ShallowRef<Described[]> {
  const known = shallowRef<Described[]>(held.map((name) => ({ name, description: '' })))
  // Without the permission to read the catalogue, and until it is there, the owner's own list has to do.
  if (can('roles:read')) void call('get', '/api/permissions').then(({ data }) => (known.value = data.list.filter(({ name }) => covers(held, name))), () => {})
  return known
}
