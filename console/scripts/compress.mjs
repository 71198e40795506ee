// Compresses the built files at build time, so that the service can send them as they are, and checks the size budget.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BUDGET = 250 * 1000
const DIST = new URL('../../src/doorward/console/dist/', import.meta.url).pathname
const COMPRESSIBLE = /\.(js|css|html|svg)$/

const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))
rmSync(join(DIST, 'manifest.json'))
// Chart.js is a separate chunk that is loaded on demand, so it does not count towards the budget.
const charts = new Set(Object.values(manifest).filter((chunk) => chunk.src?.includes('/charts/')).map((chunk) => chunk.file))

let base = 0
let lazy = 0
for (const entry of readdirSync(DIST, { recursive: true })) {
  if (!COMPRESSIBLE.test(entry)) continue
  const plain = readFileSync(join(DIST, entry))
  const gzipped = gzipSync(plain, { level: 9 })
  writeFileSync(join(DIST, `${entry}.gz`), gzipped)
  writeFileSync(
    join(DIST, `${entry}.br`),
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
  if (charts.has(entry)) lazy += gzipped.length
  else base += gzipped.length
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`
console.log(`Console built: ${kilobytes(base)} gzipped, plus ${kilobytes(lazy)} for charts.`)
if (base > BUDGET) {
  console.error(`This exceeds the budget of ${kilobytes(BUDGET)} without charts.`)
  process.exit(1)
}
