/** Asks before a page with unsaved changes is left: for another page of the console, or for another address. */
import { onBeforeUnmount, onMounted, type Ref } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { t } from '../i18n'
import { session } from '../session/session'
import { confirm } from './confirm'

export function useLeaveGuard(dirty: Readonly<Ref<boolean>>): void {
  async function mayLeave(): Promise<boolean> {
    // Signed out: there is nothing to go back to.
    if (!dirty.value || !session.state.user) return true
    return confirm({ title: t('form.discardTitle'), text: t('form.discardText'), action: t('form.discard'), danger: true })
  }

  function warn(event: BeforeUnloadEvent): void {
    if (dirty.value) event.preventDefault()
  }

  onBeforeRouteLeave(mayLeave)
  onBeforeRouteUpdate(mayLeave)
  onMounted(() => window.addEventListener('beforeunload', warn))
  onBeforeUnmount(() => window.removeEventListener('beforeunload', warn))
}
