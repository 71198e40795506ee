/** Where the keys of an owner are: one's own, or those of a service account. */
import { call } from '../../api/client'
import type { ApiKey, CreateKey } from '../../api/types'

export interface KeyStore {
  list: (signal: AbortSignal) => Promise<ApiKey[]>
  create: (body: CreateKey) => Promise<ApiKey>
  remove: (id: number) => Promise<unknown>
}

export const OWN_KEYS: KeyStore = {
  list: async (signal) => (await call('get', '/api/auth/tokens', { signal })).data.list,
  create: async (body) => (await call('post', '/api/auth/tokens', { body })).data,
  remove: (id) => call('delete', '/api/auth/tokens/{id}', { ids: [id] }),
}

export function keysOfAccount(account: number): KeyStore {
  return {
    list: async (signal) => (await call('get', '/api/service-accounts/{id}/keys', { ids: [account], signal })).data.list,
    create: async (body) => (await call('post', '/api/service-accounts/{id}/keys', { ids: [account], body })).data,
    remove: (id) => call('delete', '/api/service-accounts/{id}/keys/{key}', { ids: [account, id] }),
  }
}
