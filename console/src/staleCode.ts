/**
 * After an upgrade the server has other files than those that an open page asks for. The page is reloaded once, and gets the new
 * ones; if that does not help, it says so instead of doing nothing.
 */
import type { Router } from 'vue-router'
import { t } from './i18n'
import { connection } from './session/connection'
import { toasts } from './ui/toasts'

const STORAGE_KEY = 'doorward.reloaded'
const AGAIN_MS = 60_000

export function recoverFromStaleCode(router: Router): void {
  router.onError(async (error, to) => {
    if (!isMissingCode(error)) return
    if (!(await isReachable())) return // The banner says so.
    if (Date.now() - Number(sessionStorage.getItem(STORAGE_KEY)) < AGAIN_MS) return toasts.error(t('console.outdated'))
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
    window.location.assign(router.resolve(to.fullPath).href)
  })
}

/** Browsers have no error of its own for this. The messages of all of them speak of a module or its import. */
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && /import|module|preload/i.test(error.message)
}

async function isReachable(): Promise<boolean> {
  try {
    await connection.track(fetch('/healthz', { cache: 'no-store' }))
    return true
  } catch {
    return false
  }
}
