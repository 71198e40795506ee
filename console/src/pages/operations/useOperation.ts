/** Follows an operation until it has ended. */
import { onBeforeUnmount, shallowRef } from 'vue'
import { call } from '../../api/client'
import type { Operation } from '../../api/types'
import { Unreachable } from '../../session/connection'
import { hasEnded, started } from './operations'

/** Most are short, so that the first looks follow quickly. */
const FIRST_MS = 150
const MOST_MS = 2_000

export function useOperation(id: number, ended?: (operation: Operation) => void) {
  const operation = shallowRef<Operation | null>(null)
  const error = shallowRef<unknown>(null)
  const aborter = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = FIRST_MS
  /** An operation that had ended before is only read. */
  let followed = started.delete(id)

  async function look(): Promise<void> {
    try {
      const { data } = await call('get', '/api/operations/{id}', { ids: [id], signal: aborter.signal })
      operation.value = data
      error.value = null
      if (hasEnded(data)) return void (followed && ended?.(data))
      followed = true
    } catch (failure) {
      if (aborter.signal.aborted) return
      error.value = failure
      // The service may come back, and with it the operation goes on.
      if (!(failure instanceof Unreachable)) return
    }
    timer = setTimeout(look, pause)
    pause = Math.min(pause * 1.5, MOST_MS)
  }

  onBeforeUnmount(() => {
    clearTimeout(timer)
    aborter.abort()
  })
  void look()
  return { operation, error, look }
}
