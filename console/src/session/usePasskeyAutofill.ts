/** Offers passkeys in the menu of a field with `autocomplete="username webauthn"`, while the page is open. */
import { onBeforeUnmount, onMounted, ref } from 'vue'
import { ApiError } from '../api/errors'
import { challengeToSignIn } from './proofs'
import { canAutofill, PASSKEYS_SUPPORTED, usePasskey } from './webauthn'

/** A challenge expires after some minutes. A page that was in the background for longer asks for another one. */
const RENEW_AFTER_MS = 120_000

export function usePasskeyAutofill(chosen: (flow: string, credential: PublicKeyCredentialJSON) => Promise<void>) {
  /** Whether passkeys work at the address of the service, as far as is known. */
  const available = ref(PASSKEYS_SUPPORTED)
  let running: AbortController | null = null
  let startedAt = 0

  function start(): void {
    stop()
    running = new AbortController()
    startedAt = Date.now()
    void offer(running.signal)
  }

  function stop(): void {
    running?.abort()
    running = null
  }

  async function offer(signal: AbortSignal): Promise<void> {
    try {
      if (!(await canAutofill())) return
      const { flow, options } = await challengeToSignIn()
      if (signal.aborted) return
      const credential = await usePasskey(options, signal)
      await chosen(flow, credential)
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'passkeys_unavailable') available.value = false
      // An extra: the page also has a button, which explains what fails.
      return
    }
    // Refused, or else the page would be gone: offers them again.
    if (!signal.aborted) start()
  }

  function renew(): void {
    if (running && !document.hidden && Date.now() - startedAt > RENEW_AFTER_MS) start()
  }

  onMounted(() => {
    document.addEventListener('visibilitychange', renew)
    start()
  })
  onBeforeUnmount(() => {
    document.removeEventListener('visibilitychange', renew)
    stop()
  })
  return { available, start, stop }
}
