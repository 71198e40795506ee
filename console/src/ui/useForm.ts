/** A form: what was typed, what is wrong with it, and whether it is on its way. */
import { computed, reactive, ref, watch, type Ref, type UnwrapNestedRefs } from 'vue'
import { ApiFault } from '../api/errors'
import { explain, explainField } from './errorMessages'

/** Refusals that are about one field, although the service says them of the whole request. */
const FIELD_OF_REASON: Record<string, string> = {
  username_taken: 'username',
  email_taken: 'email',
  role_name_taken: 'name',
  name_taken: 'name',
  wrong_password: 'currentPassword',
}

export function useForm<T extends object>(initial: T) {
  const values = reactive({ ...initial }) as UnwrapNestedRefs<T>
  const errors = reactive<Record<string, string>>({})
  const problem = ref('')
  const busy = ref(false)
  let clean = JSON.stringify(initial)
  const dirty = computed(() => JSON.stringify(values) !== clean)

  function reset(fresh: T): void {
    Object.assign(values, fresh)
    clean = JSON.stringify(fresh)
    clearErrors()
  }

  function clearErrors(): void {
    for (const field of Object.keys(errors)) delete errors[field]
    problem.value = ''
  }

  /** Takes a refusal to the fields it is about, or to the head of the form. */
  function refuse(error: unknown): void {
    const fields = error instanceof ApiFault ? (error.data.fields ?? []) : []
    for (const fault of fields) errors[fault.field] = explainField(fault)
    const field = error instanceof ApiFault ? FIELD_OF_REASON[error.reason] : undefined
    if (field && field in values) errors[field] = explain(error)
    else if (!fields.some((fault) => fault.field in values)) problem.value = explain(error)
  }

  async function submit(work: () => Promise<void>): Promise<void> {
    if (busy.value) return
    clearErrors()
    busy.value = true
    try {
      await work()
    } catch (error) {
      refuse(error)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    } finally {
      busy.value = false
    }
  }

  return { values, errors, problem, busy, dirty, reset, submit }
}

/** A key that stays while the values stay, so that sending them again is known to be a repetition. */
export function useAttempt(values: object): Ref<string> {
  const key = ref(randomKey())
  watch(values, () => (key.value = randomKey()))
  return key
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
