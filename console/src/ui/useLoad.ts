/** Loads something, keeps showing the last of it while the next is on its way, and tries again after an outage. */
import { ref, shallowRef, watch, type WatchSource } from 'vue'
import { Unreachable, connection } from '../session/connection'
import { SessionOver } from '../session/tokenManager'

export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, sources: WatchSource[] = []) {
  const data = shallowRef<T | null>(null)
  const error = shallowRef<unknown>(null)
  const loading = ref(false)
  let latest: AbortController | null = null

  async function reload(): Promise<void> {
    latest?.abort()
    const mine = (latest = new AbortController())
    loading.value = true
    try {
      const found = await load(mine.signal)
      if (latest !== mine) return
      data.value = found
      error.value = null
    } catch (problem) {
      if (latest !== mine || problem instanceof SessionOver) return
      error.value = problem
    } finally {
      if (latest === mine) loading.value = false
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
