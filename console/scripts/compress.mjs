// Compresses the built files, so that the service sends them without work, and holds the console to its budget.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BUDGET = 250 * 1000
const DIST = new URL('../../src/doorward/console/dist/', import.meta.url).pathname
const WORTH_IT = /\.(js|css|html|svg)$/

const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))
rmSync(join(DIST, 'manifest.json'))
// Charts come after the page: they are in a chunk of their own, loaded when there is something to draw.
const charts = new Set(Object.values(manifest).filter((chunk) => chunk.src?.includes('/charts/')).map((chunk) => chunk.file))

let first = 0
let later = 0
for (const entry of readdirSync(DIST, { recursive: true })) {
  if (!WORTH_IT.test(entry)) continue
  const plain = readFileSync(join(DIST, entry))
  const gzipped = gzipSync(plain, { level: 9 })
  writeFileSync(join(DIST, `${entry}.gz`), gzipped)
  writeFileSync(
    join(DIST, `${entry}.br`),
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
  if (charts.has(entry)) later += gzipped.length
  else first += gzipped.length
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`
console.log(`Console built: ${kilobytes(first)} with gzip for every page, and ${kilobytes(later)} for charts.`)
if (first > BUDGET) {
  console.error(`That is over the budget of ${kilobytes(BUDGET)} before charts.`)
  process.exit(1)
}
