/** The users that are chosen for a bulk action. The choice outlives paging, sorting and filtering: it is made of users, not of rows. */
import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { User } from '../../api/types'
import { currentUser } from '../../session/session'
import { afterPaint } from '../../ui/afterPaint'

export function isSelectable(user: User): boolean {
  return user.id !== currentUser.value?.id && !user.service
}

export function useSelection(shown: Readonly<Ref<readonly User[]>>) {
  const chosen = shallowRef<ReadonlyMap<number, User>>(new Map())
  /** All users that match the filters are meant, on all pages. */
  const everything = ref(false)
  /** Where a range by Shift begins. */
  let anchor: number | null = null

  const selectable = computed(() => shown.value.filter(isSelectable))
  const onPage = computed(() => selectable.value.filter(({ id }) => chosen.value.has(id)).length)
  const pageState = computed(() => (onPage.value === 0 ? 'none' : onPage.value === selectable.value.length ? 'all' : 'some'))

  function change(users: readonly User[], on: boolean): void {
    const next = new Map(chosen.value)
    for (const user of users) {
      if (on) next.set(user.id, user)
      else next.delete(user.id)
    }
    everything.value = false
    chosen.value = next
  }

  /** With Shift, all rows from the one that was clicked before. */
  function toggle(user: User, on: boolean, range: boolean): void {
    const rows = selectable.value
    const [from, to] = [rows.findIndex(({ id }) => id === anchor), rows.findIndex(({ id }) => id === user.id)]
    if (range && from >= 0) afterPaint(() => change(rows.slice(Math.min(from, to), Math.max(from, to) + 1), on))
    else change([user], on)
    anchor = user.id
  }

  function clear(): void {
    chosen.value = new Map()
    everything.value = false
    anchor = null
  }

  // Rows that were loaded again may have changed.
  watch(shown, (users) => {
    const known = users.filter(({ id }) => chosen.value.has(id))
    if (!known.length) return
    const kept = everything.value
    change(known, true)
    everything.value = kept
  })

  return { chosen, everything, onPage, pageState, selectable, toggle, togglePage: () => change(selectable.value, pageState.value !== 'all'), remove: (users: readonly User[]) => change(users, false), update: (users: readonly User[]) => change(users, true), clear }
}
