/** Leaves the route of a panel for that of the page behind it. */
import type { RouteLocationRaw, Router } from 'vue-router'

/** Goes back if the panel was opened from that page, so that "Back" does not open it again; otherwise replaces the address. */
export function closePanel(router: Router, page: RouteLocationRaw): void {
  if (window.history.state?.back === router.resolve(page).fullPath) router.back()
  else void router.replace(page)
}
