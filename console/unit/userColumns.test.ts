import { expect, it } from 'vitest'
import { COLUMNS, DEFAULT_COLUMNS, fitting, NAME, parseColumns, widths } from '../src/pages/users/columns'

const ALL = COLUMNS.map(({ key }) => key)
const keys = (chosen: string[], width: number) => fitting(chosen, width).map(({ key }) => key)

it.each([280, 326, 560, 629, 688, 792, 980, 1208, 1624])('shows only columns that leave room for the name, in a table of %i pixels', (width) => {
  const taken = fitting(ALL, width).reduce((sum, column) => sum + column.width, 0)
  expect(width - (width < 480 ? 92 : 110) - taken).toBeGreaterThanOrEqual(width < 480 ? 110 : NAME.width)
})

it('drops the less important columns first, and keeps the order of the table', () => {
  expect(keys(DEFAULT_COLUMNS, 326)).toEqual(['status'])
  expect(keys(DEFAULT_COLUMNS, 640)).toEqual(['email', 'status'])
  expect(keys(DEFAULT_COLUMNS, 1100)).toEqual(DEFAULT_COLUMNS)
})

it('ignores columns in the URL that do not exist', () => {
  expect(parseColumns('status,nonsense,email')).toEqual(['email', 'status'])
  expect(parseColumns('')).toEqual([])
  expect(parseColumns(undefined)).toBeNull()
})

it('gives what a language does not need for times to names and addresses', () => {
  const shown = fitting(DEFAULT_COLUMNS, 1144)
  const [email, , , lastLogin, created] = widths(shown, 1144, { lastLogin: 120, created: 500 })
  expect([lastLogin, created]).toEqual([120, 138])
  expect(email).toBeGreaterThan(widths(shown, 1144)[0]!)
})

it('gives most of the spare width to e-mail addresses, and leaves the name its own', () => {
  const shown = fitting(DEFAULT_COLUMNS, 1144)
  const sizes = Object.fromEntries(shown.map(({ key }, n) => [key, widths(shown, 1144)[n]!]))
  expect(sizes.email).toBeGreaterThan(230)
  expect(sizes.status).toBe(112)
  expect(1144 - 110 - Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(NAME.width)
})
