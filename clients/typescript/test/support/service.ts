/** Starts a real Doorward for all tests. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

const ROOT = join(import.meta.dirname, '../../../..')
export const ADMIN_PASSWORD = 'correct horse battery staple'
const SECONDS = 60

declare module 'vitest' {
  interface ProvidedContext {
    doorward: string
    /** For commands of the service's command line. */
    dataDir: string
  }
}

export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doorward-client-'))
  const port = await freePort()
  const service = spawn(python(), ['-m', 'doorward', 'serve', '--port', String(port)], { cwd: ROOT, env: environment(dataDir), stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await ready(url, service)
  project.provide('doorward', url)
  project.provide('dataDir', dataDir)
  return async () => {
    const ended = new Promise((resolve) => service.once('exit', resolve))
    service.kill()
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export function python(): string {
  return process.env.PYTHON ?? (existsSync(join(ROOT, '.venv/bin/python')) ? join(ROOT, '.venv/bin/python') : 'python3')
}

/** The environment without DOORWARD_ variables, which may belong to another service. */
export function environment(dataDir: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('DOORWARD_'))
  return { ...Object.fromEntries(kept), PYTHONPATH: join(ROOT, 'src'), DOORWARD_DATA_DIR: dataDir, DOORWARD_ADMIN_PASSWORD: ADMIN_PASSWORD, DOORWARD_ACCESS_LOG: 'false' }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function ready(url: string, service: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + SECONDS * 1000; Date.now() < deadline; ) {
    if (service.exitCode !== null) throw new Error(`Doorward ended with status ${service.exitCode}`)
    if (await fetch(`${url}/readyz`).then(({ ok }) => ok, () => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Doorward did not start')
}
