/** The title of the browser's tab: the page, then the product, so that tabs can be told apart. */
import { watchEffect } from 'vue'
import type { Router } from 'vue-router'
import { t, translateIfKnown } from './i18n'

export function followTitle(router: Router): void {
  watchEffect(() => {
    const { meta, matched } = router.currentRoute.value
    const section = meta.section ?? String(matched[0]?.name ?? '')
    const page = meta.title ? t(meta.title) : translateIfKnown(`nav.${section}`)
    document.title = page ? `${page} · Doorward` : 'Doorward'
  })
}
