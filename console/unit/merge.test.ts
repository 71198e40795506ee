import { describe, expect, it } from 'vitest'
import { mergeEdits } from '../src/ui/merge'

const base = { name: 'Ann', phone: '1', roles: ['user'] }

describe('merging edits', () => {
  it('keeps what only I changed, and takes what only the other one changed', () => {
    const merged = mergeEdits(base, { ...base, name: 'Mine' }, { ...base, phone: '2' })
    expect(merged).toEqual({ values: { name: 'Mine', phone: '2', roles: ['user'] }, conflicts: [], taken: ['phone'] })
  })

  it('reports fields that both changed, and keeps my edit until I choose', () => {
    const merged = mergeEdits(base, { ...base, roles: ['a'] }, { ...base, roles: ['b'] })
    expect(merged.values.roles).toEqual(['a'])
    expect(merged.conflicts).toEqual([{ field: 'roles', mine: ['a'], theirs: ['b'] }])
  })

  it('reports nothing where both changed to the same', () => {
    expect(mergeEdits(base, { ...base, name: 'Same' }, { ...base, name: 'Same' })).toMatchObject({ conflicts: [], taken: [] })
  })
})
