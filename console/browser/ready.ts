/** Waits until all services answer. Playwright would start one after the other, if it waited itself. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const SECONDS = 120
const PAUSE = 100

interface Service {
  name: string
  port: number
}

async function isReady({ name, port }: Service): Promise<boolean> {
  // On SQLite, a service makes its folder once it has its port: without one, another process answers there.
  if (process.env.DOORWARD_TEST_DATABASE !== 'postgres' && !name.endsWith('-postgres') && !existsSync(join(process.env.DOORWARD_TEST_DATA!, name))) return false
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function ready(service: Service): Promise<void> {
  const deadline = Date.now() + SECONDS * 1000
  while (!(await isReady(service))) {
    if (Date.now() > deadline) throw new Error(`The service ${service.name} is not ready; is port ${service.port} in use?`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

export default async function waitForServices(): Promise<void> {
  await Promise.all(JSON.parse(process.env.DOORWARD_TEST_SERVICES!).map(ready))
}
