/** Lets an administrator act as a user, after asking. */
import { useRouter } from 'vue-router'
import { call } from '../../api/client'
import type { User } from '../../api/types'
import { t } from '../../i18n'
import { can, session } from '../../session/session'
import { confirm } from '../../ui/confirm'
import { errorMessage } from '../../ui/errorMessages'
import { toasts } from '../../ui/toasts'

export function useImpersonation() {
  const router = useRouter()

  function mayActAs(user: User): boolean {
    return can('users:impersonate') && !session.state.impersonator && !user.service && user.status === 1 && user.id !== session.state.user?.id
  }

  async function actAs({ id, name }: User): Promise<void> {
    if (!(await confirm({ title: t('impersonation.title', { name }), text: t('impersonation.text'), action: t('impersonation.begin') }))) return
    try {
      session.impersonate((await call('post', '/api/users/{id}/impersonate', { ids: [id] })).data)
      await router.push({ name: 'account' })
    } catch (failure) {
      toasts.error(errorMessage(failure))
    }
  }

  return { mayActAs, actAs }
}
