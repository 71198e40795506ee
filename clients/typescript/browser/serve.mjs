// Builds the pages and serves each on a port of its own, in one process: each start of Vite takes seconds.
import { build, preview } from 'vite'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../../..')
const first = Number(process.env.PORT)

for (const [index, name] of process.env.PAGES.split(',').entries()) {
  const root = join(repository, name)
  await build({ root, logLevel: 'warn' })
  await preview({ root, logLevel: 'warn', preview: { host: '127.0.0.1', port: first + index, strictPort: true } })
}
