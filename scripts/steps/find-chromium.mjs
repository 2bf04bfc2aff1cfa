import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

// The headless shell needs half the time of the whole browser, and is what Playwright is tested with.
const packages = ['chromium-headless-shell', 'chromium']
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * A Chromium for the end-to-end tests: CHROMIUM_PATH, the machine's, the Debian package installed as root,
 * else the one that comes with npm. `args` are what this browser needs besides.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return { path: process.env.CHROMIUM_PATH, args: [] }
  const path = places.find(isExecutable) ?? installedByApt()
  return path ? { path, args: [] } : npmChromium()
}

function installedByApt() {
  if (process.getuid?.() !== 0) return undefined
  process.stderr.write('Installing Chromium (apt-get), once…\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 2] })
  for (const name of packages) {
    const asked = ['install', '-y', '-qq', '--no-install-recommends', name]
    if (spawnSync('apt-get', asked, { env, stdio: ['ignore', 'ignore', 2] }).status === 0) break
  }
  return places.find(isExecutable)
}

async function npmChromium() {
  // @sparticuz/chromium unpacks its own shared libraries only where it detects AWS Lambda.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const path = await chromium.executablePath()
  return { path, args: ['--headless=shell', '--no-zygote'] }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
