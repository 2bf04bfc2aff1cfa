import { Disk } from 'flydrive'
import type { DriverContract } from 'flydrive/types'
import { GatewayFailure } from '../gateway-failure.ts'
import type { Blobs } from './blobs.ts'

/** Blobs on any flydrive driver; the driver is made on first use, so that S3's library weighs on nobody else. */
export function createDriveBlobs(makeDriver: () => Promise<DriverContract>): Blobs {
  let disk: Promise<Disk> | undefined
  const onDisk = async <T>(name: string, action: (disk: Disk) => Promise<T>): Promise<T> => {
    if (!isBlobName(name)) throw new GatewayFailure('invalid_input', 'blobs: this name is not allowed')
    disk ??= makeDriver().then((driver) => new Disk(driver))
    try {
      return await action(await disk)
    } catch (error) {
      throw toFailure(error)
    }
  }
  return {
    put: (name, content, contentType) => onDisk(name, (drive) => drive.put(name, content, { contentType })),
    get: (name) => onDisk(name, async (drive) => Buffer.from(await drive.getBytes(name))),
    stream: (name) => onDisk(name, (drive) => openStream(drive, name)),
    delete: (name) => onDisk(name, (drive) => drive.delete(name)),
    exists: (name) => onDisk(name, (drive) => drive.exists(name)),
  }
}

/** Safe as a file path and as an S3 key, the same on both. */
export function isBlobName(name: string): boolean {
  return name.length <= 200 && /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name) && !name.includes('..')
}

// The disk driver opens lazily and reports a missing file on the stream, after the answer's head has left.
async function openStream(drive: Disk, name: string) {
  if (!(await drive.exists(name))) throw new GatewayFailure('not_found', 'blobs: no such file')
  return drive.getStream(name)
}

function toFailure(error: unknown): GatewayFailure {
  if (error instanceof GatewayFailure) return error
  if (causes(error).some(isMissing)) return new GatewayFailure('not_found', 'blobs: no such file')
  return new GatewayFailure('unavailable', `blobs: ${causes(error).map(codeOf).join(' < ')}`)
}

const MISSING = new Set(['ENOENT', 'NoSuchKey', 'NotFound'])
const isMissing = (error: object) => MISSING.has(codeOf(error))

/** The code or class name, never the message: it may carry paths and bucket names. */
function codeOf(error: object): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}

function causes(error: unknown): object[] {
  if (typeof error !== 'object' || error === null) return []
  return [error, ...causes((error as { cause?: unknown }).cause)]
}
