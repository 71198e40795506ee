import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { texts as en } from '../src/i18n/en'
import { ACTIONS, GROUPS } from '../src/pages/audit/details'

/** The first column in code marks of a table in docs/api.md that `make docs` writes from the service. */
function documented(table: string): string[] {
  const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const [, rows = ''] = new RegExp(`<!-- ${table}: written by make docs -->([\\s\\S]*?)<!-- end of ${table} -->`).exec(text) ?? []
  return [...rows.matchAll(/^\|[^`\n]*`([^`]+)`/gm)].map((match) => match[1]!)
}

/** Answers that the console does not show: it handles them itself, never causes them, or they are for the hosted pages. */
const NOT_SHOWN = [
  'authentication_required',
  'client_disconnected',
  'email_code_disabled',
  'idempotency_key_reused',
  'invalid_one_time_token',
  'invalid_refresh_token',
  'invalid_token',
  'invitation_required',
  'key_in_use',
  'key_not_allowed',
  'weak_key',
  'malformed_request',
  'method_not_allowed',
  'network_not_allowed',
  'refresh_token_reused',
  'registration_closed',
  'schema_mismatch',
  'second_factor_required',
  'session_ended',
  'token_expired',
  'too_many_streams',
  'unsupported_media_type',
  'wrong_registration_password',
]

describe('what the service documents', () => {
  it('has a text for each action of the audit trail, which the filter offers', () => {
    const actions = documented('actions')
    expect(actions).toContain('auth.login')
    expect([...ACTIONS].sort()).toEqual(actions.sort())
    expect(actions.filter((action) => !(`audit.action.${action}` in en))).toEqual([])
  })

  it('has a group for each kind of action with several of them', () => {
    const prefixes = new Set(documented('actions').map((action) => `${action.split('.', 1)[0]}.*`))
    prefixes.delete('settings.*')
    expect(new Set<string>(GROUPS)).toEqual(prefixes)
  })

  it('has a message for each reason that the console can meet', () => {
    const reasons = documented('reasons')
    expect(reasons).toContain('validation_failed')
    expect(reasons.filter((reason) => !(`error.${reason}` in en) && !NOT_SHOWN.includes(reason))).toEqual([])
  })
})
