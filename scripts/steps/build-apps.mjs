import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { builtServer } from '../../apps/server/src/built.mjs'
import { root } from './root.mjs'

/** Builds the portal into apps/portal/dist when a file that it is made of has changed since. */
export function buildPortal() {
  const dist = join(root, 'apps', 'portal', 'dist')
  if (!build('portal', 'the portal', [[]])) return
  compressFolder(dist)
  writeComponents(join(dist, '.sbom.cdx.json'))
}

/** Writes a `.br` and a `.gz` beside every text file, so that the server never compresses on a request. */
function compressFolder(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|css|html|svg|json|txt|webmanifest)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** The same for the residents' site: what browsers load, then the pages that the server draws. */
export function buildSite() {
  build('site', 'the residents’ site', [[], ['--ssr']])
}

/**
 * The components of the product (SBOM, CycloneDX), from the lockfile alone; without the moment and the number that npm gives each
 * list, so that two builds are the same bytes (T30). Its name begins with a dot: the server does not serve it.
 */
export function writeComponents(file) {
  const { stdout } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { serialNumber: _, metadata, ...list } = JSON.parse(stdout)
  const component = { ...metadata.component, name: 'parvis' }
  writeFileSync(file, `${JSON.stringify({ ...list, metadata: { component } }, null, 1)}\n`)
}

/** The server in a few files, for production: it tells itself whether they are made of its sources. */
export function buildServer() {
  if (builtServer()) return
  process.stderr.write('Building the server…\n')
  runVite(join(root, 'apps', 'server'), 'the server', [])
}

function build(app, name, passes) {
  const folder = join(root, 'apps', app)
  const stamp = join(folder, 'dist', '.built-from')
  const fingerprint = hashInputs(app)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return false
  process.stderr.write(`Building ${name}…\n`)
  for (const options of passes) runVite(folder, name, options)
  writeFileSync(stamp, fingerprint)
  return true
}

function runVite(folder, name, options) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // Without NODE_ENV=production React would be built in its development form.
  const env = { ...process.env, NODE_ENV: 'production' }
  const built = spawnSync(process.execPath, [vite, 'build', ...options, '--logLevel', 'warn'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  if (built.status !== 0) {
    process.stderr.write(`${built.stdout}${built.stderr}\nCould not build ${name} (see above).\n`)
    process.exit(1)
  }
}

function hashInputs(app) {
  const hash = createHash('sha256')
  const files = ['package-lock.json', ...filesUnder(`apps/${app}`), ...filesUnder('packages')]
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
