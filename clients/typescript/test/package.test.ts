/** The package as it is published. Checked by programs that compile it in several ways. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from 'vite'

const run = promisify(execFile)
const HERE = join(import.meta.dirname, '..')
const ROOT = join(HERE, '../..')
const BUDGET = 6_000

const folder = mkdtempSync(join(tmpdir(), 'doorward-package-'))
let tarball: string

beforeAll(async () => {
  await run('npm', ['run', 'build', '--silent'], { cwd: HERE })
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: HERE })
  tarball = join(folder, JSON.parse(stdout)[0].filename)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Manifest {
  version: string
  dependencies?: object
  exports: Record<string, unknown>
}
const manifest = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as Manifest

describe('the package', { timeout: 120_000 }, () => {
  it('has the version of the service', () => {
    const project = readFileSync(join(ROOT, 'pyproject.toml'), 'utf8')
    expect(manifest.version).toBe(/^version = "(.+)"$/m.exec(project)![1])
  })

  it('has a README that names every option', () => {
    const readme = readFileSync(join(HERE, 'README.md'), 'utf8')
    for (const [file, name] of [['client.ts', 'ClientOptions'], ['verify/verifier.ts', 'VerifierOptions']] as const) {
      const [, body] = new RegExp(`interface ${name} [^{]*{\n(.*?)\n}`, 's').exec(readFileSync(join(HERE, 'src', file), 'utf8'))!
      const options = [...body!.matchAll(/^ {2}(\w+)\??:/gm)].map(([, option]) => option!)
      expect(options.length).toBeGreaterThan(3)
      expect(options.filter((option) => !readme.includes(`\`${option}\``)), name).toEqual([])
    }
  })

  it('has no dependencies', () => expect(manifest.dependencies).toBeUndefined())

  it('installs into an empty project, where every part can be imported that needs no framework', async () => {
    const project = join(folder, 'empty')
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{"type": "module"}')
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project })
    const script = `
      import { createClient } from '@doorward/client'
      import { createVerifier } from '@doorward/client/verify'
      import { protect } from '@doorward/client/express'
      import { withDoorward } from '@doorward/client/axios'
      import { authProvider } from '@doorward/client/refine'
      console.log([createClient, createVerifier, protect, withDoorward, authProvider].map((part) => typeof part).join())`
    const { stdout } = await run('node', ['--input-type=module', '-e', script], { cwd: project })
    expect(stdout.trim()).toBe('function,function,function,function,function')
  })

  it('is clean for publint', async () => {
    const { stdout } = await run('npx', ['publint', '--strict', '--pack', 'false', HERE], { cwd: HERE })
    expect(stdout).toContain('All good!')
  })

  it('has types that resolve in every mode that knows ESM', async () => {
    const { stdout } = await run('npx', ['attw', tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color'], { cwd: HERE })
    expect(stdout).not.toMatch(/^(node16 \(from ESM\)|bundler): (?!🟢)/m)
  })

  it('has less than 6 KB compressed in a browser', async () => {
    const result = await build({
      logLevel: 'silent',
      configFile: false,
      root: HERE,
      build: { write: false, minify: true, target: 'es2022', lib: { entry: join(HERE, 'dist/index.js'), formats: ['es'] } },
    })
    const [{ output }] = result as unknown as [{ output: [{ code: string }] }]
    const { code } = output[0]
    const size = gzipSync(code, { level: 9 }).length
    console.log(`@doorward/client: ${size} bytes compressed`)
    expect(size).toBeLessThan(BUDGET)
    // Only functions that are used count: the verifier is for servers.
    expect(code).not.toContain('jwks')
  })
})
