/** Keeps the edits of a form when another administrator has saved in the meantime, and lets the user choose field by field. */
import { nextTick, shallowRef } from 'vue'
import { ApiError } from '../api/errors'
import { mergeEdits, type Merged } from './merge'

interface Form<T> {
  values: object
  rebase: (base: T) => void
}

/** `loaded`: the values that the form began with. */
export function useConflict<T extends object>(form: Form<T>, loaded: T) {
  const base = shallowRef(loaded)
  const merged = shallowRef<Merged<T> | null>(null)

  /** Takes over what the service has now. Saving again overwrites only what the user has chosen. */
  function merge(theirs: T): void {
    merged.value = mergeEdits(base.value, { ...form.values } as T, theirs)
    Object.assign(form.values, merged.value.values)
    base.value = theirs
    form.rebase(theirs)
    void nextTick(() => document.querySelector<HTMLElement>('.conflict')?.focus())
  }

  function choose(field: string, value: unknown): void {
    Object.assign(form.values, { [field]: value })
  }

  /** Runs `save`; if the service has a newer version, reads that with `latest` and merges it. */
  async function guarded(save: () => Promise<void>, latest: () => Promise<T>): Promise<void> {
    try {
      await save()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 412) throw error
      merge(await latest())
    }
  }

  return { merged, merge, choose, guarded, base }
}
