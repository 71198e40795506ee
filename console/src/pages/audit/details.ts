/** What an entry of the trail says, in the form in which people read it. */

export interface Change {
  field: string
  before: string | null
  after: string
}

/** `changes` has `[before, after]` of every field that changed; all else is a fact. */
export function changes({ changes: changed, ...facts }: Record<string, unknown>): Change[] {
  const pairs = Object.entries((changed ?? {}) as Record<string, [unknown, unknown]>)
  return [
    ...pairs.map(([field, [before, after]]) => ({ field, before: shown(before), after: shown(after) })),
    ...Object.entries(facts).map(([field, value]) => ({ field, before: null, after: shown(value) })),
  ]
}

export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length ? value.map(shown).join(', ') : '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const ACTIONS = [
  'auth.login',
  'auth.login_failed',
  'auth.logout',
  'auth.logout_all',
  'auth.refresh_reused',
  'auth.password_changed',
  'auth.password_change_failed',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.sessions_ended',
  'role.created',
  'role.updated',
  'role.deleted',
  'key.created',
  'key.retired',
  'key.resealed',
  'settings.changed',
] as const

export const GROUPS = ['auth.*', 'user.*', 'role.*', 'key.*'] as const

export function isBad(action: string): boolean {
  return /failed|reused|deleted/.test(action)
}
