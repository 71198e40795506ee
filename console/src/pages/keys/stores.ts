/** Where the keys of an owner are: one's own, those of a service account, or those of a user, which administrators see and revoke. */
import { call } from '../../api/client'
import type { ApiKey, CreateKey } from '../../api/types'

export interface KeyStore {
  list: (signal: AbortSignal) => Promise<ApiKey[]>
  create?: (body: CreateKey) => Promise<ApiKey>
  rename?: (id: number, name: string) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
}

export const OWN_KEYS: KeyStore = {
  list: async (signal) => (await call('get', '/api/auth/tokens', { signal })).data.list,
  create: async (body) => (await call('post', '/api/auth/tokens', { body })).data,
  rename: (id, name) => call('put', '/api/auth/tokens/{id}', { ids: [id], body: { name } }),
  remove: (id) => call('delete', '/api/auth/tokens/{id}', { ids: [id] }),
}

export function keysOfAccount(account: number): KeyStore {
  return {
    list: async (signal) => (await call('get', '/api/service-accounts/{id}/keys', { ids: [account], signal })).data.list,
    create: async (body) => (await call('post', '/api/service-accounts/{id}/keys', { ids: [account], body })).data,
    rename: (id, name) => call('put', '/api/service-accounts/{id}/keys/{key}', { ids: [account, id], body: { name } }),
    remove: (id) => call('delete', '/api/service-accounts/{id}/keys/{key}', { ids: [account, id] }),
  }
}

export function keysOfUser(user: number): KeyStore {
  return {
    list: async (signal) => (await call('get', '/api/users/{id}/tokens', { ids: [user], signal })).data.list,
    remove: (id) => call('delete', '/api/users/{id}/tokens/{key}', { ids: [user, id] }),
  }
}
