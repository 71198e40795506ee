import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shownDay, toAuditQuery } from '../src/pages/audit/filter'
import { differsFromUtc, localDay, utcRange } from '../src/ui/days'

const ANY = { actor: '', target: '', action: '' }
const zone = process.env.TZ

function restore(): void {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
}

describe('in Shanghai', () => {
  beforeEach(() => void (process.env.TZ = 'Asia/Shanghai'))
  afterEach(restore)

  it('the days of the audit filter are those of the browser', () => {
    expect(toAuditQuery({ ...ANY, from: '2026-11-18', to: '2026-11-18' })).toEqual({ ...ANY, from: '2026-11-17T16:00:00.000Z', to: '2026-11-18T16:00:00.000Z' })
    expect(toAuditQuery({ ...ANY, from: '', to: '9999-12-31' })).toEqual({ ...ANY, from: '', to: '9999-12-31T16:00:00.000Z' })
    expect(localDay(new Date('2026-11-17T18:24:00Z'))).toBe('2026-11-18')
  })

  it('a day of UTC is addressed by its moments, and shown as the days in which it lies', () => {
    const { from, to } = utcRange('2026-11-17', '2026-11-17')
    expect([from, to]).toEqual(['2026-11-17T00:00:00.000Z', '2026-11-18T00:00:00.000Z'])
    expect(toAuditQuery({ ...ANY, from, to: to! })).toEqual({ ...ANY, from, to })
    expect([shownDay('from', from), shownDay('to', to!)]).toEqual(['2026-11-17', '2026-11-18'])
    expect([shownDay('from', '2026-11-18'), shownDay('to', ''), shownDay('to', 'soon')]).toEqual(['2026-11-18', '', 'soon'])
  })
})

it('the last day of the calendar is within what the API takes, also west of UTC', () => {
  process.env.TZ = 'America/New_York'
  expect(toAuditQuery({ ...ANY, from: '', to: '9999-12-31' }).to).toBe('9999-12-31T23:59:59.999Z')
  restore()
})

it('days of London are those of UTC in winter only', () => {
  process.env.TZ = 'Europe/London'
  expect(['2026-01-31', '2026-03-29', '2026-07-01'].map(differsFromUtc)).toEqual([false, true, true])
  expect(utcRange('2026-01-30', '2026-01-31')).toEqual({ from: '2026-01-30', to: '2026-01-31' })
  restore()
})
