/** Clients that others generate from the description of the running service; docs/generate-a-client.md. */
import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ADMIN_PASSWORD } from './support/service.js'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'clients/generated')
const OUT = join(FOLDER, 'out')
const BIN = join(ROOT, 'node_modules/.bin')
const TROUBLE = /warn|error|deprecat/i
const patience = 300_000

let printed: string[]

beforeAll(async () => {
  rmSync(OUT, { recursive: true, force: true })
  const document = `${inject('doorward')}/openapi.json`
  const generators = [
    run(join(BIN, 'openapi-typescript'), [document, '--output', join(OUT, 'schema.ts')]),
    run(join(BIN, 'openapi-ts'), ['--input', document, '--output', join(OUT, 'hey-api'), '--client', '@hey-api/client-fetch', '--no-log-file'], { cwd: FOLDER }),
  ]
  printed = (await Promise.all(generators)).map(({ stdout, stderr }) => stdout + stderr)
}, patience)
afterAll(() => rmSync(OUT, { recursive: true, force: true }))

describe('generated clients', { timeout: patience }, () => {
  it('are generated without a warning', () => printed.forEach((text) => expect(text).not.toMatch(TROUBLE)))

  it('compile with the programs that use them', () => run(join(BIN, 'tsc'), ['--project', FOLDER]))

  it.each([
    ['use-openapi-fetch', 'ben'],
    ['use-hey-api', 'cleo'],
  ])('sign in, create, filter and say what is wrong: %s', async (program, name) => {
    const { use } = (await import(join(FOLDER, `${program}.ts`))) as { use(...given: string[]): Promise<string[]> }
    expect(await use(inject('doorward'), 'admin', ADMIN_PASSWORD)).toEqual([`created ${name}`, `found ${name}`, 'refused username,password'])
  })

  it.each(['use-openapi-fetch.ts', 'use-hey-api.ts'])('are shown by the guide: %s', (program) => {
    const source = readFileSync(join(FOLDER, program), 'utf8').replace(/^.*\n/, '')
    expect(readFileSync(join(ROOT, 'docs/generate-a-client.md'), 'utf8')).toContain(source.replaceAll('./out/', './'))
  })
})
