import { createApp } from 'vue'
import { createClient } from '@doorward/client'
import { doorwardPlugin } from '@doorward/client/vue'
import App from './App.vue'

const client = createClient()
createApp(App).use(doorwardPlugin(client)).mount('#app')

// Without a connection it stays unknown who is signed in: that is no sign-out.
const restore = () => client.restore().catch(() => setTimeout(restore, 2000))
restore()
