/** The title of the browser's tab: what is shown, the page, its section, then the product, so that tabs can be told apart. */
import { onBeforeUnmount, shallowReactive, watchEffect } from 'vue'
import type { Router } from 'vue-router'
import { t, translateIfKnown } from './i18n'

type Subject = () => string | undefined

/** The innermost is the last: a panel is opened after its page. */
const subjects = shallowReactive<Subject[]>([])

/** What a page or panel shows, such as a user, as long as it is open. */
export function useSubject(subject: Subject): void {
  subjects.push(subject)
  onBeforeUnmount(() => void subjects.splice(subjects.indexOf(subject), 1))
}

export function followTitle(router: Router): void {
  watchEffect(() => {
    const { meta, matched } = router.currentRoute.value
    const section = meta.section ?? String(matched[0]?.name ?? '')
    const page = meta.title && t(meta.title)
    document.title = [subjects.at(-1)?.(), page, translateIfKnown(`nav.${section}`), 'Doorward'].filter(Boolean).join(' · ')
  })
}
