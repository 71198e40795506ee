// Generates src/api/schema.ts from the service's OpenAPI document. With --check, only reports whether it is up to date.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const root = new URL('../../', import.meta.url).pathname
const target = new URL('../src/api/schema.ts', import.meta.url)
const python = process.env.PYTHON ?? (existsSync(`${root}.venv/bin/python`) ? `${root}.venv/bin/python` : 'python3')
const script = `
import sys
from doorward import app
from doorward.web.description import Description
sys.stdout.buffer.write(Description(app.routes()).encoded)
`

const document = execFileSync(python, ['-c', script], {
  cwd: root,
  env: { ...process.env, PYTHONPATH: `${root}src` },
  maxBuffer: 64 * 1024 * 1024,
})
const types = `// Written by \`npm run types\` from the service's OpenAPI document.\n${astToString(await openapiTS(JSON.parse(document)))}`

if (!process.argv.includes('--check')) {
  writeFileSync(target, types)
} else if (readFileSync(target, 'utf8') !== types) {
  console.error('src/api/schema.ts is out of date; run `npm run types`.')
  process.exit(1)
}
