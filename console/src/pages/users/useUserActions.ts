/** Actions on users in the list. Status changes are optimistic: shown at once, and reverted if the service rejects them. */
import { shallowRef, type ShallowRef } from 'vue'
import { call } from '../../api/client'
import type { User, UserPage } from '../../api/types'
import { t } from '../../i18n'
import { confirm } from '../../ui/confirm'
import { errorMessage } from '../../ui/errorMessages'
import { toasts } from '../../ui/toasts'

/** Limits the load that a bulk action puts on the service. */
const CONCURRENCY = 4

export interface Failure {
  user: User
  error: unknown
}

export function useUserActions(page: ShallowRef<UserPage | null>, reload: () => Promise<void>) {
  /** Of the last action, if there are several: each is named. */
  const failures = shallowRef<readonly Failure[]>([])

  function showStatus(ids: Set<number>, status: 0 | 1): void {
    if (!page.value) return
    const list = page.value.list.map((user) => (ids.has(user.id) ? { ...user, status } : user))
    page.value = { ...page.value, list }
  }

  /** Returns the users that were changed. */
  async function setStatus(users: readonly User[], status: 0 | 1): Promise<User[]> {
    const changing = users.filter((user) => user.status !== status)
    if (!changing.length) {
      toasts.success(t(status ? 'users.alreadyEnabled' : 'users.alreadyDisabled'))
      return []
    }
    showStatus(new Set(changing.map((user) => user.id)), status)
    const { done, failed } = await forEachUser(changing, (user) => call('put', '/api/users/{id}', { ids: [user.id], body: { status } }))
    showStatus(new Set(failed.map(({ user }) => user.id)), status === 1 ? 0 : 1)
    if (done.length) toasts.success(successMessage(status ? 'enabled' : 'disabled', done), () => void setStatus(done.map((user) => ({ ...user, status })), status === 1 ? 0 : 1))
    reportFailures(failed)
    return done
  }

  /** Returns the users that were deleted. */
  async function remove(users: readonly User[]): Promise<User[]> {
    const [first] = users
    if (!first) return []
    const confirmed = await confirm({
      title: users.length === 1 ? t('users.deleteTitle', { name: first.name }) : t('users.deleteManyTitle', { n: users.length }),
      text: t('users.deleteText'),
      action: t('users.deleteAction', { n: users.length }),
      danger: true,
    })
    if (!confirmed) return []
    const { done, failed } = await forEachUser(users, (user) => call('delete', '/api/users/{id}', { ids: [user.id] }))
    if (done.length) toasts.success(successMessage('deleted', done))
    reportFailures(failed)
    await reload()
    return done
  }

  function reportFailures(failed: readonly Failure[]): void {
    const [first] = failed
    if (failed.length === 1) toasts.error(`${first!.user.name}: ${errorMessage(first!.error)}`)
    else failures.value = failed
  }

  return { setStatus, remove, failures }
}

function successMessage(outcome: 'enabled' | 'disabled' | 'deleted', users: readonly User[]): string {
  if (users.length === 1) return t(`users.${outcome}One`, { name: users[0]!.name })
  return t(`users.${outcome}Many`, { n: users.length })
}

async function forEachUser(users: readonly User[], work: (user: User) => Promise<unknown>) {
  const queue = [...users]
  const done: User[] = []
  const failed: Failure[] = []
  async function worker(): Promise<void> {
    for (let user = queue.shift(); user; user = queue.shift()) {
      try {
        await work(user)
        done.push(user)
      } catch (error) {
        failed.push({ user, error })
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  // In the order of the list, not of the answers.
  return { done, failed: failed.sort((a, b) => users.indexOf(a.user) - users.indexOf(b.user)) }
}
