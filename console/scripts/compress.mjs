// Compresses the built files at build time, so that the service can send them as they are, and checks the size budgets.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BUDGETS = { console: 250 * 1000, hosted: 30 * 1000 }
const DIST = new URL('../../src/doorward/console/dist/', import.meta.url).pathname
const COMPRESSIBLE = /\.(js|css|html|svg)$/

const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))
rmSync(join(DIST, 'manifest.json'))
// Chart.js is a separate chunk that is loaded on demand, so it does not count towards the budget.
const charts = new Set(Object.values(manifest).filter((chunk) => chunk.src?.includes('/charts/')).map((chunk) => chunk.file))

const sizes = { console: 0, hosted: 0, charts: 0 }
for (const entry of readdirSync(DIST, { recursive: true })) {
  if (!COMPRESSIBLE.test(entry)) continue
  const plain = readFileSync(join(DIST, entry))
  const gzipped = gzipSync(plain, { level: 9 })
  writeFileSync(join(DIST, `${entry}.gz`), gzipped)
  writeFileSync(
    join(DIST, `${entry}.br`),
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
  sizes[entry.startsWith('hosted/') ? 'hosted' : charts.has(entry) ? 'charts' : 'console'] += gzipped.length
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`
console.log(`Console built: ${kilobytes(sizes.console)} gzipped, plus ${kilobytes(sizes.charts)} for charts; hosted pages: ${kilobytes(sizes.hosted)}.`)
for (const [part, budget] of Object.entries(BUDGETS)) {
  if (sizes[part] <= budget) continue
  console.error(`${part}: this exceeds the budget of ${kilobytes(budget)}.`)
  process.exitCode = 1
}
