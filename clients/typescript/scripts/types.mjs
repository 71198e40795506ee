// Generates src/schema.ts from the service's OpenAPI document. With --check, only reports whether it is up to date.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const root = new URL('../../../', import.meta.url).pathname
const target = new URL('../src/schema.ts', import.meta.url)
const python = process.env.PYTHON ?? (existsSync(`${root}.venv/bin/python`) ? `${root}.venv/bin/python` : 'python3')
const script = `
import sys
from doorward import app
from doorward.web.description import Description
sys.stdout.buffer.write(Description(app.routes()).encoded)
`
/** Texts for people, which would be most of the package. */
const TEXTS = ['description', 'summary', 'example', 'examples', 'title', 'tags']
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Leaves out the keys of objects that describe something, but not properties of the same name. */
function withoutTexts(node, names = false) {
  if (Array.isArray(node)) return node.map((item) => withoutTexts(item))
  if (node === null || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(([key]) => names || !TEXTS.includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value, !names && ['properties', 'schemas', 'paths'].includes(key))]))
}

/** A request, and the answer to one that succeeds. */
function shortened({ operationId, parameters, requestBody, responses }) {
  const { headers: _, ...success } = responses[200] ?? Object.values(responses)[0]
  return { operationId, parameters, requestBody, responses: { 200: { description: '', ...success } } }
}

function operations(path) {
  return Object.fromEntries(METHODS.filter((method) => method in path).map((method) => [method, shortened(path[method])]))
}

/** The schemas of failures: all have a constant `reason`. */
function failures(schemas) {
  return Object.entries(schemas).flatMap(([name, { properties }]) => (properties?.reason?.const ? [[properties.reason.const, name]] : []))
}

const document = JSON.parse(
  execFileSync(python, ['-c', script], { cwd: root, env: { ...process.env, PYTHONPATH: `${root}src` }, maxBuffer: 64 * 1024 * 1024 }),
)
const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, operations(item)]))
const { openapi, info, components } = document
const pruned = withoutTexts({ openapi, info, paths, components: { schemas: components.schemas } })
const ast = await openapiTS(pruned, { alphabetize: true, defaultNonNullable: false })
const reasons = failures(components.schemas)
  .sort()
  .map(([reason, schema]) => `    ${reason}: components["schemas"]["${schema}"];\n`)
const types = `// Written by \`npm run types\` from the service's OpenAPI document.
${astToString(ast)}
/** What comes with each reason of a failure. */
export interface Failures {
${reasons.join('')}}
`
  .replace(/^ +\w+\??: never;\n/gm, '')
  .replaceAll('Record<string, never>', 'Record<string, unknown>')

if (!process.argv.includes('--check')) {
  writeFileSync(target, types)
} else if (!existsSync(target) || readFileSync(target, 'utf8') !== types) {
  console.error('src/schema.ts is out of date; run `npm run types --workspace @doorward/client`.')
  process.exit(1)
}
