import { createApp } from 'vue'
import ElementPlus from 'element-plus'
import 'element-plus/dist/index.css'
import { doorwardPlugin } from '@doorward/client/vue'
import App from './App.vue'
import { client } from './doorward.js'
import { createAppRouter } from './router.js'

createApp(App).use(ElementPlus).use(doorwardPlugin(client)).use(createAppRouter(client)).mount('#app')
