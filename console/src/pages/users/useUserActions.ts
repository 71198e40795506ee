/** What can be done to users from the list: shown at once where it can be taken back, and put right when refused. */
import type { ShallowRef } from 'vue'
import { call } from '../../api/client'
import type { User, UserPage } from '../../api/types'
import { t } from '../../i18n'
import { confirm } from '../../ui/confirm'
import { explain } from '../../ui/errorMessages'
import { toasts } from '../../ui/toasts'

const AT_ONCE = 4

export function useUserActions(shown: ShallowRef<UserPage | null>, reload: () => Promise<void>) {
  function show(ids: Set<number>, status: 0 | 1): void {
    if (!shown.value) return
    const list = shown.value.list.map((user) => (ids.has(user.id) ? { ...user, status } : user))
    shown.value = { ...shown.value, list }
  }

  async function setStatus(users: readonly User[], status: 0 | 1): Promise<void> {
    const changing = users.filter((user) => user.status !== status)
    if (!changing.length) return
    show(new Set(changing.map((user) => user.id)), status)
    const { done, failed } = await each(changing, (user) => call('put', '/api/users/{id}', { ids: [user.id], body: { status } }))
    show(new Set(failed.map(({ user }) => user.id)), status === 1 ? 0 : 1)
    if (done.length) toasts.good(told(status ? 'enabled' : 'disabled', done), () => void setStatus(done.map((user) => ({ ...user, status })), status === 1 ? 0 : 1))
    complain(failed)
  }

  async function remove(users: readonly User[]): Promise<boolean> {
    const [first] = users
    if (!first) return false
    const sure = await confirm({
      title: users.length === 1 ? t('users.deleteTitle', { name: first.name }) : t('users.deleteManyTitle', { n: users.length }),
      text: t('users.deleteText'),
      action: t('common.delete'),
      danger: true,
    })
    if (!sure) return false
    const { done, failed } = await each(users, (user) => call('delete', '/api/users/{id}', { ids: [user.id] }))
    if (done.length) toasts.good(told('deleted', done))
    complain(failed)
    await reload()
    return done.length > 0
  }

  return { setStatus, remove }
}

function told(what: 'enabled' | 'disabled' | 'deleted', users: readonly User[]): string {
  if (users.length === 1) return t(`users.${what}One`, { name: users[0]!.name })
  return t(`users.${what}Many`, { n: users.length })
}

function complain(failed: { user: User; error: unknown }[]): void {
  const [first] = failed
  if (!first) return
  const why = explain(first.error)
  toasts.bad(failed.length === 1 ? `${first.user.name}: ${why}` : t('users.failedMany', { n: failed.length, why }))
}

/** A few at a time: the service is not ours alone. */
async function each(users: readonly User[], work: (user: User) => Promise<unknown>) {
  const waiting = [...users]
  const done: User[] = []
  const failed: { user: User; error: unknown }[] = []
  async function worker(): Promise<void> {
    for (let user = waiting.shift(); user; user = waiting.shift()) {
      try {
        await work(user)
        done.push(user)
      } catch (error) {
        failed.push({ user, error })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { done, failed }
}
