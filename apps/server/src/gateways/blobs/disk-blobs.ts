import { resolve } from 'node:path'
import type { Blobs } from './blobs.ts'
import { createDriveBlobs } from './drive-blobs.ts'

/** Files in a folder of this machine; several processes must share that folder. */
export function createDiskBlobs(folder: string): Blobs {
  return createDriveBlobs(async () => {
    const { FSDriver } = await import('flydrive/drivers/fs')
    return new FSDriver({ location: resolve(folder), visibility: 'private' })
  })
}
