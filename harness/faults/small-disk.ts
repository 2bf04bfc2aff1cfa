import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../temporary-folder.ts'

/** A folder on a disk of its own, small enough to be filled. */
export type SmallDisk = Disposable & { folder: string; fill(): void; free(): void }

/** Why this machine has no such disk, when it has none: it takes Linux and its superuser to mount one in memory. */
export function missesSmallDisk(): string | undefined {
  using folder = temporaryFolder('small-disk')
  try {
    mountSmallDisk(join(folder.path, 'disk'), 1)[Symbol.dispose]()
    return undefined
  } catch (error) {
    return `no small disk could be mounted: ${error instanceof Error ? error.message : error}`
  }
}

export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'pipe' })
  // Lazy: a server that is still ending may hold a file of it.
  const unmount = () => execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
  process.once('exit', unmount)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => fillWith(ballast),
    free: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => {
      process.off('exit', unmount)
      unmount()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Down to the last page: a large piece refused, a smaller one may still fit. */
function fillWith(path: string): void {
  const file = openSync(path, 'a')
  for (let size = 1_048_576; size >= 512; size /= 2) while (fits(file, size));
  closeSync(file)
}

function fits(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch {
    return false
  }
}
