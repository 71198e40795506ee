/** Imports of users from a file: a check first, whose report is the preview, then the import itself. */
import { post } from '../../api/client'
import type { Operation } from '../../api/types'

export interface ImportOptions {
  format: string
  existing: 'refuse' | 'skip' | 'update'
  roles: 'merge' | 'replace'
  /** Names of roles in the file, and those of this service that they stand for. */
  roleMapping: Record<string, string>
}

export interface ImportResult {
  filename?: string
  format?: string
  rows?: number
  created?: number
  changed?: number
  unchanged?: number
  refused?: number
  notImported?: { what: string; name: string; rows: number; action: string }[]
  error?: string
}

/** What the formats are called, in every language. */
export const FORMATS = { csv: 'CSV', jsonl: 'JSON Lines', excel: 'Excel', keycloak: 'Keycloak', auth0: 'Auth0', django: 'Django', authentik: 'authentik', supabase: 'Supabase', pocketbase: 'PocketBase', ruoyi: 'RuoYi 若依' }

export function resultOf(operation: Operation): ImportResult {
  return (operation.result ?? {}) as ImportResult
}

export function check(file: File, { format, existing, roles, roleMapping }: ImportOptions): Promise<Operation> {
  const mapped = Object.fromEntries(Object.entries(roleMapping).filter(([, ours]) => ours))
  const query = { filename: file.name.slice(0, 200), format, existing, roles, roleMapping: Object.keys(mapped).length ? JSON.stringify(mapped) : '' }
  return post<Operation>('/api/imports', query, file)
}
