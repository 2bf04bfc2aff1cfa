import { createHash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Output folder of `vite build` (vite.config.ts), with a file that holds the hash of the sources. */
export const builtFolder = join(root, 'apps', 'server', 'dist')
export const stampName = '.built-from'

/** The path of the server's bundle, if its hash matches the sources; undefined without a bundle, or when it is stale. */
export function builtServer() {
  const stamp = join(builtFolder, stampName)
  try {
    if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashSources()) return undefined
  } catch {
    // A release that leaves some sources out cannot be compared: it runs its sources.
    return undefined
  }
  return pathToFileURL(join(builtFolder, 'run.mjs')).href
}

/** Hash of the names and contents of the server's sources: 600 files in 15 ms, where importing them takes 400. */
export function hashSources() {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(64 * 1024)
  const made = ['package-lock.json', 'apps/server/vite.config.ts']
  const folders = ['apps/server/src', 'packages/domain/src', 'packages/postgres/src']
  for (const file of [...made, ...folders.flatMap(filesUnder)]) {
    const open = openSync(join(root, file), 'r')
    hash.update(`${file}\0${fstatSync(open).size}\0`)
    // One reused buffer: files read whole would stay in the server's heap.
    for (let read = readSync(open, piece); read > 0; read = readSync(open, piece)) hash.update(piece.subarray(0, read))
    closeSync(open)
  }
  return hash.digest('hex')
}

/** @returns {string[]} */
function filesUnder(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesUnder(path)
    return entry.name.endsWith('.test.ts') ? [] : [path]
  })
}
