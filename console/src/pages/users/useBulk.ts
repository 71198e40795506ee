/** Changes to the chosen users. Few are changed at once, with Undo; for many, the service carries out an operation that can be followed. */
import { useRoute, useRouter } from 'vue-router'
import { call } from '../../api/client'
import type { CreateOperation, User } from '../../api/types'
import { formattingTag, t } from '../../i18n'
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

export function useBulk(selection: ReturnType<typeof useSelection>, filter: () => UserMatch) {
  const route = useRoute()
  const router = useRouter()
  let people: number | string = 0
  let ownMatches = false

  /** Counts whom the service means by all that match: people, and for most actions not the own account, which may be on another page. */
  async function countMatches(): Promise<void> {
    if (!selection.everything.value) return
    const match = { ...toMatch(filter()), service: false }
    const id = currentUser.value!.id
    const counted = async (query: typeof match) => (await call('get', '/api/users', { query: { ...query, pageSize: 1 } })).data
    const [all, own] = await Promise.all([counted(match), (match.id ?? id) === id ? counted({ ...match, id }) : null])
    people = all.totalCapped ? `${all.total.toLocaleString(formattingTag.value)}+` : all.total
    ownMatches = own !== null && own.total > 0
  }

  function leavesOutOwn(action: BulkAction): boolean {
    return ownMatches && !ALSO_OWN.includes(action)
  }

  /** How many users are meant: a number, by which a language chooses the plural form, or "10,000+". */
  function count(action: BulkAction): number | string {
    if (!selection.everything.value) return selection.chosen.value.size
    return typeof people === 'number' && leavesOutOwn(action) ? people - 1 : people
  }

  /** Says who is meant: the names of the first, or that all that match are, and who is left out. */
  function subject(action: BulkAction): string {
    if (selection.everything.value) return t('common.sentences', { first: t('bulk.allMatching'), second: t(leavesOutOwn(action) ? 'bulk.leftOutOwn' : 'bulk.leftOut') })
    const users = [...selection.chosen.value.values()]
    // People may share a name.
    const isShared = ({ name }: User) => users.filter((user) => user.name === name).length > 1
    const names = users.slice(0, NAMED).map((user) => (isShared(user) ? `${user.name} (${user.username})` : user.name)).join(', ')
    const rest = users.length - NAMED
    return rest > 0 ? t('bulk.namesAndMore', { names, n: rest }) : names
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
    const confirmed = await confirm({ title: t(title, { n: count(action) }), text: t(selection.everything.value ? 'common.together' : 'common.sentences', { first: subject(action), second: t(text) }), action: t(label), danger: action === 'delete' || action === 'disable' })
    if (confirmed) await start(action)
  }

  return { start, ask, count, subject, countMatches }
}
