import { installDoorward } from '@doorward/client/nuxt'

export default defineNuxtPlugin((nuxt) => installDoorward(nuxt))
