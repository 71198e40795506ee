/** Loads data. Keeps the previous data while reloading, aborts outdated requests, and retries when the connection recovers. */
import { ref, shallowRef, watch, type WatchSource } from 'vue'
import { Unreachable, connection } from '../session/connection'
import { SessionEnded } from '../session/tokenManager'

export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, sources: WatchSource[] = []) {
  const data = shallowRef<T | null>(null)
  const error = shallowRef<unknown>(null)
  const loading = ref(false)
  let current: AbortController | null = null

  async function reload(): Promise<void> {
    current?.abort()
    const controller = (current = new AbortController())
    loading.value = true
    try {
      const loaded = await load(controller.signal)
      if (current !== controller) return
      data.value = loaded
      error.value = null
    } catch (failure) {
      if (current !== controller || failure instanceof SessionEnded) return
      error.value = failure
    } finally {
      if (current === controller) loading.value = false
    }
  }

  watch(sources, reload)
  watch(
    () => connection.state.recoveries,
    () => error.value instanceof Unreachable && reload(),
  )
  void reload()
  return { data, error, loading, reload }
}
