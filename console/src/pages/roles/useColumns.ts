/** Which roles the matrix shows as columns: all of a few, or those that the user compares. */
import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { useRoute } from 'vue-router'
import type { Role } from '../../api/types'

/** More columns than this are neither readable nor quick to draw. */
export const MAX_COLUMNS = 8

export function useColumns(roles: () => readonly Role[]): { shown: ShallowRef<number[]>; columns: ComputedRef<Role[]> } {
  const route = useRoute()
  const first = roles().find(({ name }) => name === route.query.role)
  const shown = shallowRef(first ? [first.id] : roles().slice(0, MAX_COLUMNS).map(({ id }) => id))
  const chosen = computed(() => roles().filter(({ id }) => shown.value.includes(id)))
  // Those that were shown may have been deleted.
  const columns = computed(() => (chosen.value.length ? chosen.value : roles().slice(0, MAX_COLUMNS)))
  return { shown, columns }
}
