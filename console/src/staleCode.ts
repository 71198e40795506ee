/**
 * After an upgrade the server has other files than those that an open page asks for. The page is reloaded once, and gets the new
 * ones; if that does not help, it says so instead of doing nothing. During an outage there are no files at all: the link is followed
 * when the service is back, unless another one was clicked meanwhile.
 */
import type { RouteLocationNormalized, Router } from 'vue-router'
import { t } from './i18n'
import { connection } from './session/connection'
import { toasts } from './ui/toasts'

const STORAGE_KEY = 'doorward.reloaded'
const AGAIN_MS = 60_000

export function recoverFromStaleCode(router: Router): void {
  let clicked: RouteLocationNormalized | undefined
  router.beforeEach((to) => void (clicked = to))

  /** The banner says what is wrong. A browser does not ask again for a file that it failed to get, so the page is loaded anew. */
  async function followLater(to: RouteLocationNormalized): Promise<void> {
    await connection.recovered()
    if (clicked === to) window.location.assign(router.resolve(to.fullPath).href)
  }

  router.onError(async (error, to) => {
    if (!isMissingCode(error)) return
    if (!(await isReachable())) return followLater(to)
    if (Date.now() - Number(sessionStorage.getItem(STORAGE_KEY)) < AGAIN_MS) return toasts.error(t('console.outdated'))
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
    window.location.assign(router.resolve(to.fullPath).href)
  })
}

/** For a dialog whose code is missing: the page beneath it may hold what was typed, so it is not reloaded. */
export async function reportMissingDialog(): Promise<void> {
  if (await isReachable()) toasts.error(t('console.outdated'))
}

/**
 * Browsers have no error of its own for this. The messages of all of them speak of a module or its import. Styles of a page that are
 * missing are a plain `Error` of the bundler's.
 */
function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /import|module|preload/i.test(error.message)
}

async function isReachable(): Promise<boolean> {
  try {
    await connection.track(fetch('/healthz', { cache: 'no-store' }))
    return true
  } catch {
    return false
  }
}
