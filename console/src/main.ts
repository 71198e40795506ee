import { createApp } from 'vue'
import App from './App.vue'
import { choose, locale } from './i18n'
import { router } from './router'
import { session } from './session/session'
import { restoreTheme } from './ui/theme'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/layout.css'
import './styles/overlays.css'
import './styles/table.css'

restoreTheme()
choose(locale.value)
session.onLeave(() => void router.push({ name: 'sign-in' }))
createApp(App).use(router).mount('#app')
