import { expect, it } from 'vitest'
import { mustEnrol, type Strength } from '../src/session/strength'
import { nextPage } from '../src/session/nextPage'

it.each<[Strength, Strength, boolean]>([
  ['password', 'password', false],
  ['password', 'twoFactors', true],
  ['twoFactors', 'phishingResistant', true],
  ['phishingResistant', 'twoFactors', false],
])('compares what a user has (%s) with what their roles ask for (%s)', (strength, requiredStrength, expected) => {
  expect(mustEnrol({ strength, requiredStrength })).toBe(expected)
})

it.each([
  ['/users?status=1', '/users?status=1'],
  ['//evil.example', '/'],
  ['https://evil.example', '/'],
  [undefined, '/'],
  [['/users'], '/'],
])('goes on to pages of the console only: %s', (next, page) => {
  expect(nextPage(next)).toBe(page)
})
