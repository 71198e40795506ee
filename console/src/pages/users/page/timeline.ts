/** One list, newest first, of what was done to a user and what the user did. */
import type { AuditEntry } from '../../../api/types'

export interface AuditChunk {
  list: AuditEntry[]
  nextCursor: string | null
}

/** Reads a page of one stream, from a cursor on; the first one without a cursor. */
export type ReadChunk = (cursor: string) => Promise<AuditChunk>

interface Stream {
  read: ReadChunk
  waiting: AuditEntry[]
  cursor: string | null
}

/** Merges streams that are sorted by time. What is in several of them appears once. */
export class Timeline {
  private readonly streams: Stream[]
  private readonly seen = new Set<string>()

  constructor(reads: ReadChunk[]) {
    this.streams = reads.map((read) => ({ read, waiting: [], cursor: '' }))
  }

  /** The next entries: fewer than `count` only at the end. */
  async next(count: number): Promise<AuditEntry[]> {
    const found: AuditEntry[] = []
    while (found.length < count) {
      // The newest of all is known only while every stream has one, or has ended.
      await Promise.all(this.streams.map((stream) => this.fill(stream)))
      const ready = this.streams.filter(({ waiting }) => waiting.length)
      if (!ready.length) break
      const newest = ready.reduce((one, other) => (other.waiting[0]!.time > one.waiting[0]!.time ? other : one))
      const entry = newest.waiting.shift()!
      if (this.seen.has(entry.id)) continue
      this.seen.add(entry.id)
      found.push(entry)
    }
    return found
  }

  get ended(): boolean {
    return this.streams.every(({ waiting, cursor }) => cursor === null && !waiting.length)
  }

  /** A page can be empty before the last one, so it reads on. */
  private async fill(stream: Stream): Promise<void> {
    while (!stream.waiting.length && stream.cursor !== null) {
      const { list, nextCursor } = await stream.read(stream.cursor)
      stream.waiting.push(...list)
      stream.cursor = nextCursor
    }
  }
}
