import { describe, expect, it } from 'vitest'
import type { Role } from '../src/api/types'
import { changeOf, inverse, isChange, summarise } from '../src/pages/roles/changes'
import { generatePassword } from '../src/ui/generatePassword'

const role = (userCount: number, ...permissions: string[]) => ({ userCount, permissions }) as unknown as Role

describe('changes of roles', () => {
  it('list what is added and removed, in any order of the names', () => {
    expect(changeOf(role(1, 'b:b', 'a:a'), ['a:a', 'c:c'])).toMatchObject({ added: ['c:c'], removed: ['b:b'] })
    expect(isChange(changeOf(role(1, 'b:b', 'a:a'), ['a:a', 'b:b']))).toBe(false)
    expect(changeOf(role(1, 'a:a', 'b:b'), ['a:a', 'b:b', 'a:*'])).toMatchObject({ added: ['a:*'], removed: ['a:a'], covered: [{ name: 'a:a', by: 'a:*' }] })
    // What a wildcard grants as before is not counted as removed.
    expect(summarise([changeOf(role(1, 'a:a', 'b:b'), ['a:a', 'a:*'])])).toMatchObject({ added: 1, removed: 1 })
    expect(changeOf(role(1, 'a:a', 'b:*'), ['*', 'a:a', 'b:*'])).toMatchObject({ added: ['*'], removed: ['a:a', 'b:*'] })
    expect(inverse(changeOf(role(1, 'a:a'), ['b:b']))).toMatchObject({ added: ['a:a'], removed: ['b:b'] })
  })

  it('count the users of all roles; a user may have several of them', () => {
    const one = changeOf(role(41, 'a:a'), ['b:b', 'c:c', 'd:d'])
    expect(summarise([one])).toEqual({ added: 3, removed: 1, users: 41, capped: false })
    expect(summarise([one, one])).toEqual({ added: 6, removed: 2, users: 82, capped: true })
  })
})

describe('a generated password', () => {
  it('is long enough for the settings, and never the same', () => {
    expect(generatePassword()).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/)
    expect(generatePassword(64).length).toBeGreaterThanOrEqual(64)
    expect(generatePassword()).not.toBe(generatePassword())
  })
})
