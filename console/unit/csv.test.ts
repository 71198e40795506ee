import { expect, it } from 'vitest'
import { toCsv } from '../src/ui/csv'

it('writes a table that spreadsheets read as it is, and run nothing of', async () => {
  const written = toCsv([['Row', 'Reason'], [3, 'Must be short, "please"\nor not'], [-4, '=HYPERLINK("x")'], [5, "'@name"], [6, "O'Neill"]])
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await written.arrayBuffer())).toBe(
    '\uFEFFRow,Reason\r\n3,"Must be short, ""please""\nor not"\r\n-4,"\'=HYPERLINK(""x"")"\r\n5,\'\'@name\r\n6,O\'Neill\r\n',
  )
})
