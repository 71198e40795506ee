/** Changes in the matrix: collected, reviewed, then saved together. */
import { computed, ref, shallowRef, type Ref } from 'vue'
import { call } from '../../api/client'
import type { Role } from '../../api/types'
import { t } from '../../i18n'
import { errorMessage } from '../../ui/errorMessages'
import { toasts } from '../../ui/toasts'
import { changeOf, inverse, isChange, type RoleChange } from './changes'

export function useMatrixDraft(roles: () => readonly Role[], replace: (role: Role) => void) {
  const draft: Ref<Map<number, string[]>> = shallowRef(new Map())
  const reviewing = ref(false)
  const busy = ref(false)
  const failures = ref<string[]>([])
  const changes = computed(() => roles().flatMap((role) => (draft.value.has(role.id) ? [changeOf(role, draft.value.get(role.id)!)] : [])).filter(isChange))
  const dirty = computed(() => changes.value.length > 0)

  /** One role after the other. Those that the service refuses stay in the draft, with the reason. */
  async function apply(wanted: readonly RoleChange[]): Promise<RoleChange[]> {
    const done: RoleChange[] = []
    failures.value = []
    for (const change of wanted) {
      try {
        const saved = await applyChange(change)
        draft.value = new Map([...draft.value].filter(([id]) => id !== saved.id))
        replace(saved)
        done.push({ ...change, role: saved })
      } catch (failure) {
        failures.value.push(`${change.role.name}: ${errorMessage(failure)}`)
      }
    }
    return done
  }

  async function save(): Promise<void> {
    busy.value = true
    const done = await apply(changes.value)
    busy.value = false
    reviewing.value = failures.value.length > 0
    if (done.length) toasts.success(doneText(done), () => void undo(done))
  }

  async function undo(done: readonly RoleChange[]): Promise<void> {
    await apply(done.map(inverse))
    for (const failure of failures.value) toasts.error(failure)
  }

  function discard(): void {
    draft.value = new Map()
  }

  function review(): void {
    failures.value = []
    reviewing.value = true
  }

  return { draft, changes, dirty, reviewing, busy, failures, save, discard, review }
}

/** Adds and removes on top of what the role grants now: another administrator may have changed it since it was read. */
async function applyChange({ role, added, removed }: RoleChange): Promise<Role> {
  const { data: current, etag } = await call('get', '/api/roles/{id}', { ids: [role.id] })
  const kept = current.permissions.filter((name) => !removed.includes(name))
  const permissions = [...new Set([...kept, ...added])].sort()
  const headers: Record<string, string> = etag ? { 'If-Match': etag } : {}
  return (await call('put', '/api/roles/{id}', { ids: [role.id], body: { permissions }, headers })).data
}

function doneText(done: readonly RoleChange[]): string {
  return done.length === 1 ? t('roles.saved', { name: done[0]!.role.name }) : t('roles.savedMany', { n: done.length })
}
