import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../src/api/types'
import { Timeline, type ReadChunk } from '../src/pages/users/page/timeline'

const entry = (id: string) => ({ id, time: `2026-01-0${id}T00:00:00Z` }) as AuditEntry

/** A stream whose pages are given; the cursor is the number of the page. */
function stream(...pages: string[][]): ReadChunk {
  return async (cursor) => {
    const page = Number(cursor || 0)
    return { list: pages[page]!.map(entry), nextCursor: page + 1 < pages.length ? String(page + 1) : null }
  }
}

const ids = (list: AuditEntry[]) => list.map(({ id }) => id).join('')

describe('the timeline', () => {
  it('merges streams by time, across pages, and names an entry of both once', async () => {
    const timeline = new Timeline([stream(['9', '7'], ['4', '1']), stream(['8', '7', '3'])])
    expect(ids(await timeline.next(4))).toBe('9874')
    expect(timeline.ended).toBe(false)
    expect(ids(await timeline.next(4))).toBe('31')
    expect(timeline.ended).toBe(true)
  })

  it('reads on after an empty page', async () => {
    expect(ids(await new Timeline([stream(['5'], [], ['2'])]).next(9))).toBe('52')
  })
})
