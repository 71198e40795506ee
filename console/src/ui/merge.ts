/** Merges the edits of a form with what another administrator has saved since the form was opened. */

export interface Conflict {
  field: string
  mine: unknown
  theirs: unknown
}

export interface Merged<T> {
  values: T
  /** Fields that both have changed, to different values. The values keep the own edit. */
  conflicts: Conflict[]
  /** Fields that only the other one has changed. The values have theirs. */
  taken: string[]
}

/** `base`: what both started from. All three have the same fields. */
export function mergeEdits<T extends object>(base: T, mine: T, theirs: T): Merged<T> {
  const merged: Merged<T> = { values: { ...mine }, conflicts: [], taken: [] }
  for (const field of Object.keys(base) as (keyof T & string)[]) {
    if (same(theirs[field], base[field]) || same(theirs[field], mine[field])) continue
    if (same(mine[field], base[field])) {
      merged.values[field] = theirs[field]
      merged.taken.push(field)
    } else merged.conflicts.push({ field, mine: mine[field], theirs: theirs[field] })
  }
  return merged
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
