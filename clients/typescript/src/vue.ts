/** Vue: a plugin, the composable `useDoorward` and the directive `v-can`. */
import { computed, inject, shallowRef, watchEffect, type ComputedRef, type Directive, type InjectionKey, type ObjectDirective, type Plugin, type ShallowRef } from 'vue'
import type { Client, State } from './client.js'
import { coversAll } from './permissions.js'
import type { User } from './requests.js'

export interface Doorward {
  client: Client
  user: ComputedRef<User | null>
  status: ComputedRef<State['status']>
  signedIn: ComputedRef<boolean>
  /** Reactive: a template or a computed value that calls it follows the user. */
  can(permission: string | readonly string[]): boolean
}

export type CanDirective = Directive<HTMLElement, string | readonly string[]>

const KEY: InjectionKey<Doorward> = Symbol('doorward')

/** `app.use(doorwardPlugin(client))`. Components then call `useDoorward()`, and templates use `v-can`. */
export function doorwardPlugin(client: Client): Plugin {
  return {
    install(app) {
      const state: ShallowRef<State> = shallowRef(client.state)
      app.onUnmount?.(client.subscribe(() => (state.value = client.state)))
      const user = computed(() => state.value.user)
      const can = (permission: string | readonly string[]) => coversAll(user.value?.permissions ?? [], permission)
      const status = computed(() => state.value.status)
      app.provide(KEY, { client, user, status, signedIn: computed(() => status.value === 'signed-in'), can })
      app.directive('can', canDirective(can))
    },
  }
}

export function useDoorward(): Doorward {
  const doorward = inject(KEY)
  if (!doorward) throw new Error('useDoorward needs the plugin: app.use(doorwardPlugin(client))')
  return doorward
}

/** Hides an element from users who lack the permission, or one of several. What it does must be checked by the service. */
function canDirective(can: Doorward['can']): ObjectDirective<HTMLElement, string | readonly string[]> {
  const effects = new WeakMap<HTMLElement, { wanted: ShallowRef<string | readonly string[]>; stop: () => void }>()
  return {
    beforeMount(element, { value }) {
      const wanted = shallowRef(value)
      const display = element.style.display
      const stop = watchEffect(() => (element.style.display = can(wanted.value) ? display : 'none'))
      effects.set(element, { wanted, stop })
    },
    updated(element, { value }) {
      const effect = effects.get(element)
      if (effect) effect.wanted.value = value
    },
    unmounted: (element) => effects.get(element)?.stop(),
    getSSRProps: ({ value }) => (can(value) ? {} : { style: { display: 'none' } }),
  }
}

declare module 'vue' {
  interface GlobalDirectives {
    vCan: CanDirective
  }
}
