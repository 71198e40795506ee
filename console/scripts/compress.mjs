// Compresses the built files at build time, so that the service can send them as they are, and checks the size budgets.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes: of what every visit loads, with the texts of the language that has most, of what each page loads in addition, and of the hosted pages. */
const BUDGETS = { first: 150 * 1000, page: 60 * 1000, hosted: 30 * 1000 }
const DIST = new URL('../../src/doorward/console/dist/', import.meta.url).pathname
const COMPRESSIBLE = /\.(js|css|html|svg)$/

const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))
rmSync(join(DIST, 'manifest.json'))
const sizes = {}
for (const entry of readdirSync(DIST, { recursive: true })) {
  if (!COMPRESSIBLE.test(entry)) continue
  const plain = readFileSync(join(DIST, entry))
  const gzipped = gzipSync(plain, { level: 9 })
  writeFileSync(join(DIST, `${entry}.gz`), gzipped)
  writeFileSync(
    join(DIST, `${entry}.br`),
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
  sizes[entry] = gzipped.length
}

/** The files of a chunk and of all that it imports, without those that are loaded on demand. */
function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return []
  seen.add(key)
  const { file, css = [], imports = [] } = manifest[key]
  return [file, ...css, ...imports.flatMap((imported) => filesOf(imported, seen))]
}

const sum = (files) => [...new Set(files)].reduce((bytes, file) => bytes + (sizes[file] ?? 0), 0)
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const first = new Set(filesOf(entry))
const pages = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry).map((key) => [key, sum(filesOf(key).filter((file) => !first.has(file)))])
const catalogues = pages.filter(([key]) => key.startsWith('src/i18n/')).map(([, size]) => size)
const [largest, largestSize] = pages.reduce((a, b) => (b[1] > a[1] ? b : a))
const measured = { first: sum(first) + Math.max(...catalogues), page: largestSize, hosted: sum(Object.keys(sizes).filter((file) => file.startsWith('hosted/'))) }

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`
console.log(`Console built: first load ${kilobytes(measured.first)} gzipped, largest page ${kilobytes(largestSize)} (${largest}); hosted pages: ${kilobytes(measured.hosted)}.`)
for (const [part, budget] of Object.entries(BUDGETS)) {
  if (measured[part] <= budget) continue
  console.error(`${part}: this exceeds the budget of ${kilobytes(budget)}.`)
  process.exitCode = 1
}
