/** Sensitive changes need a recent sign-in. A dialog asks for the password, and the request is repeated. */
import { readonly, ref } from 'vue'

const required = ref(false)
let pending: { promise: Promise<boolean>; decide: (confirmed: boolean) => void } | null = null

/** Opens the dialog, one for all waiting requests. Resolves to whether the user has confirmed the password. */
function ask(): Promise<boolean> {
  if (!pending) {
    let decide: (confirmed: boolean) => void = () => {}
    const promise = new Promise<boolean>((resolve) => (decide = resolve))
    pending = { promise, decide }
    required.value = true
  }
  return pending.promise
}

function finish(confirmed: boolean): void {
  required.value = false
  pending?.decide(confirmed)
  pending = null
}

export const stepUp = { required: readonly(required), ask, finish }
