/** Shows the part of a page that the address names, once it is there: its data may still be on the way. */
import { isNavigationFailure, NavigationFailureType, type Router } from 'vue-router'

const PATIENCE_MS = 10_000

export function followAnchors(router: Router): void {
  let stop = () => {}
  router.afterEach((to, _, failure) => {
    // The same link can be clicked twice: the user has scrolled away meanwhile.
    if (failure && !isNavigationFailure(failure, NavigationFailureType.duplicated)) return
    stop()
    if (!to.hash) return
    const observer = new MutationObserver(() => show(to.hash.slice(1)) && stop())
    // The router scrolls to the top of the page first.
    const start = setTimeout(() => show(to.hash.slice(1)) || observer.observe(document.body, { childList: true, subtree: true }))
    const end = setTimeout(() => stop(), PATIENCE_MS)
    stop = () => (observer.disconnect(), clearTimeout(start), clearTimeout(end))
  })
}

function show(id: string): boolean {
  const part = document.getElementById(id)
  if (!part) return false
  part.scrollIntoView()
  // A hidden field tells password managers the username.
  ;(part.querySelector<HTMLElement>('input:not([tabindex="-1"])') ?? part).focus({ preventScroll: true })
  return true
}
