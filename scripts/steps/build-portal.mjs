import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const portal = join(root, 'apps', 'portal')
const stamp = join(portal, 'dist', '.built-from')

/** Builds the portal into apps/portal/dist when a file that it is made of has changed since. */
export function buildPortal() {
  const fingerprint = hashInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  process.stderr.write('Building the portal…\n')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // Without NODE_ENV=production React would be built in its development form.
  const env = { ...process.env, NODE_ENV: 'production' }
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: portal,
    env,
    encoding: 'utf8',
  })
  if (built.status !== 0) {
    process.stderr.write(`${built.stdout}${built.stderr}\nThe portal could not be built (see above).\n`)
    process.exit(1)
  }
  writeFileSync(stamp, fingerprint)
}

function hashInputs() {
  const hash = createHash('sha256')
  const files = ['package-lock.json', ...filesUnder('apps/portal'), ...filesUnder('packages')]
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesUnder(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesUnder(path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })
}
