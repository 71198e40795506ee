/** Tracks whether the service is reachable. While it is not, polls /healthz and notifies waiting code on recovery. */
import { reactive, readonly, watch } from 'vue'

const RETRY_MS = 2_000

/** The request failed at the network level, so it is unknown whether the service processed it. */
export class Unreachable extends Error {}

const state = reactive({ lost: false, recoveries: 0 })
let timer: ReturnType<typeof setTimeout> | undefined

async function check(): Promise<void> {
  clearTimeout(timer)
  try {
    await fetch('/healthz', { cache: 'no-store' })
    state.lost = false
    state.recoveries += 1
  } catch {
    timer = setTimeout(check, RETRY_MS)
  }
}

function markLost(): void {
  if (state.lost) return
  state.lost = true
  timer = setTimeout(check, RETRY_MS)
}

/** Passes a request through, and turns a network failure into `Unreachable`. */
async function track(request: Promise<Response>): Promise<Response> {
  try {
    return await request
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    markLost()
    throw new Unreachable()
  }
}

/** For a service that can be reached and can't answer, such as without its database: waits as for one that can't be reached. */
function pause(): Promise<void> {
  markLost()
  return recovered()
}

/** Resolves when the service is reachable again. */
function recovered(): Promise<void> {
  return new Promise((resolve) => {
    const stop = watch(() => state.recoveries, () => (stop(), resolve()))
  })
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => state.lost && check())
  window.addEventListener('offline', markLost)
}

export const connection = { state: readonly(state), track, check, pause, recovered }
