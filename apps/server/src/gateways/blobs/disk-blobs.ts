import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Blobs, isThere, refuseBlobName, toBlobFailure } from './blobs.ts'

/** Files in a folder of this machine; several processes must share that folder. */
export function createDiskBlobs(folder: string): Blobs {
  const root = resolve(folder)
  const at = async <T>(name: string, act: (path: string) => Promise<T>): Promise<T> => {
    refuseBlobName(name)
    try {
      return await act(join(root, name))
    } catch (error) {
      throw toBlobFailure(error)
    }
  }
  return {
    put: (name, content) => at(name, (path) => writeWhole(path, content)),
    get: (name) => at(name, (path) => readFile(path)),
    delete: (name) => at(name, (path) => rm(path, { force: true })),
    exists: (name) => isThere(at(name, (path) => access(path))),
  }
}

/** Atomic write (temporary file, fsync, rename): a reader sees the whole file or none, also after a power cut. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  await mkdir(dirname(path), { recursive: true })
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}
