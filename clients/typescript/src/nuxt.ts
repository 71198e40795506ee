/**
 * Nuxt: what a plugin of the application calls.
 *
 * Tokens are in the browser only, so a server renders pages for an unknown user, and the browser goes on after the page
 * has become interactive: both render the same first.
 */
import type { App } from 'vue'
import { createClient, type Client, type ClientOptions } from './client.js'
import { memory } from './tabs.js'
import { doorwardPlugin } from './vue.js'

interface Route {
  path: string
  fullPath: string
  meta: Record<string | number | symbol, unknown>
}

/** The parts of Nuxt's application that are used. */
export interface NuxtApplication {
  vueApp: App
  hook(name: 'app:mounted', listener: () => void): unknown
  $router: {
    currentRoute: { value: Route }
    beforeEach(guard: (to: Route) => Promise<unknown>): unknown
    push(to: { path: string; query: Record<string, string> }): unknown
  }
}

export interface NuxtOptions extends ClientOptions {
  /** Where users sign in. It gets the page that they wanted as `next`. */
  loginPage?: string
  /** Which pages are for everyone. Default: those with `definePageMeta({ public: true })`. */
  isPublic?: (route: Route) => boolean
}

/** `export default defineNuxtPlugin((nuxt) => installDoorward(nuxt))`. The client is `$doorward`. */
export function installDoorward(nuxt: NuxtApplication, options: NuxtOptions = {}): { provide: { doorward: Client } } {
  const { loginPage = '/login', isPublic = ({ meta }) => !!meta['public'], ...settings } = options
  const inBrowser = typeof window === 'object'
  const client = createClient(inBrowser ? settings : { url: 'http://server.invalid', mode: 'token', storage: memory() })
  nuxt.vueApp.use(doorwardPlugin(client))
  if (inBrowser) guard(nuxt, client, (route) => route.path === loginPage || isPublic(route), loginPage)
  return { provide: { doorward: client } }
}

function guard(nuxt: NuxtApplication, client: Client, isOpen: (route: Route) => boolean, loginPage: string): void {
  const { $router } = nuxt
  const toLogin = ({ fullPath }: Route) => ({ path: loginPage, query: { next: fullPath } })
  let mounted = false

  $router.beforeEach(async (to) => {
    // The first page is checked once it is interactive: until then it has to stay as the server rendered it.
    if (!mounted || isOpen(to)) return
    if (client.state.status === 'unknown') await client.restore()
    return client.state.user ? undefined : toLogin(to)
  })
  client.subscribe(() => {
    const route = $router.currentRoute.value
    if (mounted && client.state.status === 'signed-out' && !isOpen(route)) $router.push(toLogin(route))
  })
  nuxt.hook('app:mounted', () => {
    mounted = true
    // Without a connection the user stays unknown, and stays on the page.
    client.restore().catch(() => {})
  })
}
