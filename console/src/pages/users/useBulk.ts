/** Changes to the chosen users. Few are changed at once, with Undo; for many, the service carries out an operation that can be followed. */
import { useRoute, useRouter } from 'vue-router'
import { call } from '../../api/client'
import type { CreateOperation } from '../../api/types'
import { t } from '../../i18n'
import { currentUser } from '../../session/session'
import { confirm } from '../../ui/confirm'
import { errorMessage } from '../../ui/errorMessages'
import { toasts } from '../../ui/toasts'
import { randomKey } from '../../ui/useForm'
import { started } from '../operations/operations'
import { toMatch, type UserMatch } from './filter'
import type { useSelection } from './useSelection'

export type BulkAction = CreateOperation['action']

/** The service takes no more ids in one request; all that match are meant by their filters. */
export const MOST_CHOSEN = 1000
const NAMED = 5
/** What the service does to the own account as well, if it matches. */
const ALSO_OWN: readonly BulkAction[] = ['enable', 'assign_roles']

export function useBulk(selection: ReturnType<typeof useSelection>, filter: () => UserMatch, total: () => number | string) {
  const route = useRoute()
  const router = useRouter()
  let ownMatches = false

  /** Asks whether the own account, which most actions leave out, is among all that match: it may be on another page. */
  async function lookForOwn(): Promise<void> {
    const match = toMatch(filter())
    const id = currentUser.value!.id
    ownMatches = selection.everything.value && (match.id ?? id) === id && (await call('get', '/api/users', { query: { ...match, id, pageSize: 1 } })).data.total > 0
  }

  function leavesOutOwn(action: BulkAction): boolean {
    return ownMatches && !ALSO_OWN.includes(action)
  }

  /** How many users are meant: a number, by which a language chooses the plural form, or "10,000+". */
  function count(action: BulkAction): number | string {
    if (!selection.everything.value) return selection.chosen.value.size
    const all = total()
    return typeof all === 'number' && leavesOutOwn(action) ? all - 1 : all
  }

  /** Says who is meant: the names of the first, or that all that match are, and who is left out. */
  function subject(action: BulkAction): string {
    if (selection.everything.value) {
      const all = t('bulk.allMatching', { n: total() })
      return t('common.sentences', { first: all, second: t(leavesOutOwn(action) ? 'bulk.leftOutOwn' : 'bulk.leftOut') })
    }
    const names = [...selection.chosen.value.values()].map(({ name }) => name)
    const rest = names.length - NAMED
    return rest > 0 ? t('bulk.namesAndMore', { names: names.slice(0, NAMED).join(', '), n: rest }) : names.join(', ')
  }

  async function start(action: BulkAction, roles: string[] = []): Promise<void> {
    const users = selection.everything.value ? { match: toMatch(filter()) } : { users: [...selection.chosen.value.keys()] }
    try {
      const body = { action, ...(roles.length && { roles }), ...users }
      const { data } = await call('post', '/api/operations', { body, headers: { 'Idempotency-Key': randomKey() } })
      selection.clear()
      started.add(data.id)
      await router.push({ name: 'user-operation', params: { id: data.id }, query: route.query })
    } catch (failure) {
      toasts.error(errorMessage(failure))
    }
  }

  async function ask(action: Exclude<BulkAction, 'assign_roles' | 'remove_roles'>): Promise<void> {
    const texts = {
      enable: ['bulk.enableTitle', 'bulk.enableText', 'users.enable'],
      disable: ['bulk.disableTitle', 'bulk.disableText', 'users.disable'],
      end_sessions: ['bulk.endSessionsTitle', 'bulk.endSessionsText', 'bulk.endSessions'],
      require_password_change: ['bulk.requireTitle', 'bulk.requireText', 'bulk.require'],
      delete: ['bulk.deleteTitle', 'users.deleteText', 'common.delete'],
    } as const
    const [title, text, label] = texts[action]
    const confirmed = await confirm({ title: t(title, { n: count(action) }), text: t('common.sentences', { first: subject(action), second: t(text) }), action: t(label), danger: action === 'delete' || action === 'disable' })
    if (confirmed) await start(action)
  }

  return { start, ask, count, subject, lookForOwn }
}
