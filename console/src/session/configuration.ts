/** What a person may do without being signed in, from the public configuration. */
import { shallowRef, type ShallowRef } from 'vue'
import type { Configuration } from '../api/types'
import { connection } from './connection'

/** Null until it is known. Without an answer the page has a name and a password, which always work. */
export function useConfiguration(): ShallowRef<Configuration | null> {
  const configuration = shallowRef<Configuration | null>(null)
  load().then((loaded) => (configuration.value = loaded), () => {})
  return configuration
}

async function load(): Promise<Configuration | null> {
  const response = await connection.track(fetch('/api/auth/configuration'))
  return response.ok ? ((await response.json()) as { data: Configuration }).data : null
}
