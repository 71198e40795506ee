import { createApp } from 'vue'
import App from './App.vue'
import { followAnchors } from './anchors'
import { restoreLocale, t } from './i18n'
import { recheckUser, router } from './router'
import { nextPage } from './session/nextPage'
import { session } from './session/session'
import { followTitle } from './pageTitle'
import { recoverFromStaleCode } from './staleCode'
import { pendingConfirmation } from './ui/confirm'
import { restoreTheme } from './ui/theme'
import { toasts } from './ui/toasts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/items.css'
import './styles/languages.css'
import './styles/layout.css'
import './styles/shell.css'
import './styles/overlays.css'
import './styles/table.css'

restoreTheme()
recoverFromStaleCode(router)
followAnchors(router)
session.onRestricted(() => void recheckUser())
session.onSignedOut(() => {
  // Asked of the user who has left, not of the next one.
  pendingConfirmation.value?.decide(false)
  void router.push({ name: 'sign-in' })
})
session.onSignedInElsewhere(() => {
  const { name, query } = router.currentRoute.value
  if (name === 'sign-in') void router.replace(nextPage(query.next))
})
const app = createApp(App).use(router)
// The texts load beside the first page. Nothing is shown before, so that no other language flashes up.
// Not awaited, because a module that awaits can't be shared: pages would load twice as many files.
void restoreLocale().then(() => {
  followTitle(router)
  app.mount('#app')
  const left = session.leftUser()
  if (left) toasts.success(t('impersonation.ended', { name: left }))
})
