/** Whether the service can be reached; looks again by itself, and lets whoever waits know when it can. */
import { reactive, readonly, watch as observe } from 'vue'

const LOOK_AGAIN_MS = 2_000

/** The service could not be reached, so nothing is known of what became of the request. */
export class Unreachable extends Error {}

const state = reactive({ lost: false, recoveries: 0 })
let timer: ReturnType<typeof setTimeout> | undefined

async function look(): Promise<void> {
  clearTimeout(timer)
  try {
    await fetch('/healthz', { cache: 'no-store' })
    state.lost = false
    state.recoveries += 1
  } catch {
    timer = setTimeout(look, LOOK_AGAIN_MS)
  }
}

function lost(): void {
  if (state.lost) return
  state.lost = true
  timer = setTimeout(look, LOOK_AGAIN_MS)
}

async function watch(request: Promise<Response>): Promise<Response> {
  try {
    return await request
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    lost()
    throw new Unreachable()
  }
}

function recovered(): Promise<void> {
  return new Promise((resolve) => {
    const stop = observe(() => state.recoveries, () => (stop(), resolve()))
  })
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => state.lost && look())
  window.addEventListener('offline', lost)
}

export const connection = { state: readonly(state), watch, look, recovered }
