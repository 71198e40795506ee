/** Form state: values, field errors, a general error, and whether a submission is in progress. */
import { computed, reactive, ref, watch, type Ref, type UnwrapNestedRefs } from 'vue'
import { ApiError } from '../api/errors'
import { errorMessage, fieldErrorMessage } from './errorMessages'

/** Errors that the service reports for the whole request, shown at the field they concern. */
const FIELD_OF_REASON: Record<string, string> = {
  username_taken: 'username',
  email_taken: 'email',
  role_name_taken: 'name',
  name_taken: 'name',
  wrong_password: 'currentPassword',
  invalid_code: 'code',
}

export function useForm<T extends object>(initial: T) {
  const values = reactive({ ...initial }) as UnwrapNestedRefs<T>
  const errors = reactive<Record<string, string>>({})
  const formError = ref('')
  const busy = ref(false)
  const saved = ref(JSON.stringify(initial))
  const dirty = computed(() => JSON.stringify(values) !== saved.value)

  // What was wrong with a value need not be wrong with another one. At once: an error that is set after a change stays.
  for (const field of Object.keys(initial)) watch(() => JSON.stringify(values[field as keyof typeof values]), () => void delete errors[field], { flush: 'sync' })

  function reset(next: T): void {
    Object.assign(values, next)
    rebase(next)
    clearErrors()
  }

  /** Compares the values with others from now on, which the service has. */
  function rebase(next: T): void {
    saved.value = JSON.stringify(next)
  }

  /** The values that differ from those that the service had: the others may have been changed elsewhere since then. */
  function changed(): Partial<T> {
    const before = JSON.parse(saved.value) as Record<string, unknown>
    return Object.fromEntries(Object.entries(values).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]))) as Partial<T>
  }

  function clearErrors(): void {
    for (const field of Object.keys(errors)) delete errors[field]
    formError.value = ''
  }

  /** Shows an error at the fields it concerns, or else above the form. */
  function showError(error: unknown): void {
    const fields = error instanceof ApiError ? (error.data.fields ?? []) : []
    for (const fieldError of fields) errors[fieldError.field] = fieldErrorMessage(fieldError)
    const field = error instanceof ApiError ? FIELD_OF_REASON[error.reason] : undefined
    if (field && field in values) errors[field] = errorMessage(error)
    else if (!fields.some((fieldError) => fieldError.field in values)) formError.value = errorMessage(error)
  }

  /** `wrong`: fields that the form itself refuses, with the reasons. With any, `work` is not begun. */
  async function submit(work: () => Promise<void>, wrong: Record<string, string> = {}): Promise<void> {
    if (busy.value) return
    clearErrors()
    Object.assign(errors, wrong)
    busy.value = true
    try {
      if (!Object.keys(wrong).length) await work()
      else focusFirstError()
    } catch (error) {
      showError(error)
      focusFirstError()
    } finally {
      busy.value = false
    }
  }

  function focusFirstError(): void {
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return { values, errors, formError, busy, dirty, changed, reset, rebase, submit }
}

/** A random key that stays the same until the values change, so that the service can recognise a retry. */
export function useIdempotencyKey(values: object): Ref<string> {
  const key = ref(randomKey())
  watch(values, () => (key.value = randomKey()))
  return key
}

export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
