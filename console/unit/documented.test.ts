import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { texts as en } from '../src/i18n/en'
import { ACTIONS, GROUPS } from '../src/pages/audit/details'
import { EVENT_GROUPS, EVENT_TYPES } from '../src/pages/webhooks/events'

/** The first column in code marks of a table that `make docs` writes from the service. */
function documented(table: string, page = 'api.md'): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const [, rows = ''] = new RegExp(`<!-- ${table}: written by make docs -->([\\s\\S]*?)<!-- end of ${table} -->`).exec(text) ?? []
  return [...rows.matchAll(/^\|[^`\n]*`([^`]+)`/gm)].map((match) => match[1]!)
}

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

  it('has a message for each reason', () => {
    const reasons = documented('reasons')
    expect(reasons).toContain('validation_failed')
    expect(reasons.filter((reason) => !(`error.${reason}` in en))).toEqual([])
  })

  it('has a text for each type of event, and for each group of them', () => {
    const types = documented('event types', 'webhooks.md')
    expect(types).toContain('session.ended')
    expect([...EVENT_TYPES].sort()).toEqual(types.sort())
    expect(EVENT_TYPES.filter((type) => !(`audit.action.${type}` in en))).toEqual([])
    expect(EVENT_GROUPS.filter((group) => !(`audit.group.${group.slice(0, -2)}` in en))).toEqual([])
  })
})
