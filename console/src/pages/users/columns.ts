/** The columns of the user list: which there are, which are chosen, and which of those fit. */
import type { MessageKey } from '../../i18n'
import type { SortField } from './filter'

export interface UserColumn {
  key: string
  label: MessageKey
  sort: SortField | null
  /** In pixels. */
  width: number
  /** It tells how long ago something was, which some languages say in less. */
  time?: true
  /** The share of what is left over: the text of an e-mail address is the longest. */
  grows?: number
}

/** In the order of the table. The name is always shown. */
export const NAME: UserColumn = { key: 'name', label: 'users.name', sort: 'name', width: 180, grows: 2 }
export const COLUMNS: readonly UserColumn[] = [
  { key: 'id', label: 'lists.id', sort: 'id', width: 76 },
  { key: 'username', label: 'users.username', sort: 'username', width: 150, grows: 1 },
  { key: 'email', label: 'users.email', sort: 'email', width: 170, grows: 5 },
  { key: 'phone', label: 'users.phone', sort: null, width: 164 },
  { key: 'roles', label: 'users.roles', sort: null, width: 170 },
  { key: 'status', label: 'users.status', sort: 'status', width: 112 },
  { key: 'lastLogin', label: 'users.lastLogin', sort: 'lastLoginAt', width: 138, time: true },
  { key: 'created', label: 'users.created', sort: 'createdAt', width: 138, time: true },
  { key: 'updated', label: 'lists.updated', sort: 'updatedAt', width: 138, time: true },
]
export const DEFAULT_COLUMNS = ['email', 'roles', 'status', 'lastLogin', 'created']

/** What remains on a narrow screen goes first. */
const IMPORTANCE = ['status', 'email', 'roles', 'lastLogin', 'username', 'phone', 'created', 'id', 'updated']
/** The columns with the checkbox and the menu, which are narrower on a phone. */
const FRAME = { wide: 110, narrow: 92 }
/** Below it, the name may be shorter, so that the status fits on a phone. */
const NARROW = 480
const NARROW_NAME = 110

export function parseColumns(text: unknown): string[] | null {
  if (typeof text !== 'string') return null
  const wanted = text.split(',')
  return COLUMNS.map(({ key }) => key).filter((key) => wanted.includes(key))
}

/** As on a phone, where a picture would leave too little of the name. */
export function isNarrow(width: number): boolean {
  return width < NARROW
}

/** The chosen columns that fit into a table of this width, the more important ones first. */
export function fitting(chosen: readonly string[], width: number): UserColumn[] {
  let left = isNarrow(width) ? width - FRAME.narrow - NARROW_NAME : width - FRAME.wide - NAME.width
  const shown = new Set<string>()
  for (const key of IMPORTANCE.filter((name) => chosen.includes(name))) {
    left -= COLUMNS.find((column) => column.key === key)!.width
    if (left < 0) break
    shown.add(key)
  }
  return COLUMNS.filter(({ key }) => shown.has(key))
}

/** How wide each of the columns is in a table of this width. The name takes the rest. `needed`: of columns that may do with less. */
export function widths(shown: readonly UserColumn[], width: number, needed: Partial<Record<string, number>> = {}): number[] {
  const all = [NAME, ...shown]
  const least = (column: UserColumn) => Math.min(column.width, needed[column.key] ?? column.width)
  const spare = Math.max(0, width - FRAME.wide - all.reduce((sum, column) => sum + least(column), 0))
  const shares = all.reduce((sum, column) => sum + (column.grows ?? 0), 0)
  return shown.map((column) => least(column) + Math.floor((spare * (column.grows ?? 0)) / shares))
}
