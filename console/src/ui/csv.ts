/** A table as CSV, which spreadsheets open: with a byte order mark, and so that no cell is run as a formula. */

/** As the exports of the service: an apostrophe says that a cell is plain text. */
const FORMULA = /^'*[=+\-@\t\r]/

export function toCsv(rows: (string | number)[][]): Blob {
  return new Blob(['\uFEFF', ...rows.map((row) => `${row.map(cell).join(',')}\r\n`)], { type: 'text/csv' })
}

function cell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
