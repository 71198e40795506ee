/** Sensitive changes need a recent sign-in, and some roles a strong one. A dialog asks for it, and the request is repeated. */
import { readonly, shallowRef } from 'vue'
import { byPreference, type Method } from './proofs'

interface Requirement {
  methods: Method[]
  /** The roles of the user ask for a stronger sign-in; otherwise for a more recent one. */
  stronger: boolean
}

const required = shallowRef<Requirement | null>(null)
let pending: { promise: Promise<boolean>; decide: (confirmed: boolean) => void } | null = null

/** Opens the dialog, one for all waiting requests. Resolves to whether the user has authenticated again. */
function ask(methods: readonly string[], stronger: boolean): Promise<boolean> {
  if (!pending) {
    let decide: (confirmed: boolean) => void = () => {}
    const promise = new Promise<boolean>((resolve) => (decide = resolve))
    pending = { promise, decide }
    required.value = { methods: byPreference(methods), stronger }
  }
  return pending.promise
}

function finish(confirmed: boolean): void {
  required.value = null
  pending?.decide(confirmed)
  pending = null
}

export const stepUp = { required: readonly(required), ask, finish }
