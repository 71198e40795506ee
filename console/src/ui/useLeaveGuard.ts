/** Asks before a page with unsaved changes is left: for another page of the console, or for another address. */
import { onBeforeUnmount, onMounted, type Ref } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate, type RouteLocationNormalized } from 'vue-router'
import { session } from '../session/session'
import { confirmDiscard } from './confirm'

type Keeps = (to: RouteLocationNormalized, from: RouteLocationNormalized) => boolean

/** `keeps`: whether the form survives a change of the address within its page. By default a tab or a filter does that. */
export function useLeaveGuard(dirty: Readonly<Ref<boolean>>, keeps: Keeps = (to, from) => to.path === from.path): void {
  async function mayLeave(): Promise<boolean> {
    // Signed out: there is nothing to go back to.
    if (!dirty.value || !session.state.user) return true
    return confirmDiscard()
  }

  function warn(event: BeforeUnloadEvent): void {
    if (dirty.value) event.preventDefault()
  }

  onBeforeRouteLeave(mayLeave)
  onBeforeRouteUpdate((to, from) => keeps(to, from) || mayLeave())
  onMounted(() => window.addEventListener('beforeunload', warn))
  onBeforeUnmount(() => window.removeEventListener('beforeunload', warn))
}
