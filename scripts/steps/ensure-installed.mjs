import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './root.mjs'

const stamp = join(root, 'node_modules', '.parvis-lock')

/** Installs the dependencies when node_modules is missing or does not hold what the lockfile says. Runs on any Node from 20. */
export function ensureInstalled() {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const fingerprint = createHash('sha256').update(lockfile).digest('hex')
  if (readText(stamp) === fingerprint) return
  const { packages } = JSON.parse(lockfile)
  if (!matchesLockfile(packages)) install()
  linkWorkspaces(packages)
  writeStamp(fingerprint)
}

/** Ends the command with a sentence where nothing is installed; what is there is taken as it is, pruned for production too. */
export function requireInstalled() {
  if (existsSync(join(root, 'node_modules', '.package-lock.json'))) return
  process.stderr.write('Nothing is installed here: run npm ci (or npm start) first.\n')
  process.exit(1)
}

function install() {
  process.stderr.write('Installing the dependencies (npm ci), once…\n')
  // --include=dev: with NODE_ENV=production npm would leave out what builds the portal.
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, [process.env.npm_execpath, ...args]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
  const shell = process.platform === 'win32' && npm[0] === 'npm.cmd'
  const result = spawnSync(npm[0], npm[1], { cwd: root, stdio: ['ignore', 2, 2], shell })
  if (result.status === 0) return
  process.stderr.write(
    'The dependencies could not be installed: npm ci failed (see above). Is the npm registry reachable?\n',
  )
  process.exit(1)
}

// npm lists what it installed in node_modules/.package-lock.json, last thing it does.
function matchesLockfile(wantedPackages) {
  const installed = readText(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  const { packages } = JSON.parse(installed)
  return Object.entries(wantedPackages).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') || packages[path]?.version === wanted.version || isDispensable(wanted),
  )
}

// A new workspace of ours is a link, with nothing to download.
function linkWorkspaces(packages) {
  for (const [path, { link, resolved }] of Object.entries(packages)) {
    const place = join(root, path)
    if (!link || existsSync(place)) continue
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(relative(dirname(place), join(root, resolved)), place, 'junction')
  }
}

// Of the optional packages (binaries per machine) only those made for exactly this one are sure to be installed.
function isDispensable({ optional, os, cpu, libc }) {
  return Boolean(optional) && !(allows(os, process.platform) && allows(cpu, process.arch) && !libc)
}

function allows(list, value) {
  return list?.includes(value)
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function writeStamp(fingerprint) {
  try {
    writeFileSync(stamp, fingerprint)
  } catch {
    // A read-only node_modules is compared at each start: 10 ms.
  }
}
