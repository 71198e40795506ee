import { createApp } from 'vue'
import App from './App.vue'
import { locale, setLocale } from './i18n'
import { recheckUser, router } from './router'
import { session } from './session/session'
import { followTitle } from './pageTitle'
import { recoverFromStaleCode } from './staleCode'
import { restoreTheme } from './ui/theme'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/items.css'
import './styles/layout.css'
import './styles/overlays.css'
import './styles/table.css'

restoreTheme()
setLocale(locale.value)
followTitle(router)
recoverFromStaleCode(router)
session.onRestricted(() => void recheckUser())
session.onSignedOut(() => void router.push({ name: 'sign-in' }))
createApp(App).use(router).mount('#app')
