import { errorCode } from '../bounded-fetch.ts'
import { GatewayFailure } from '../gateway-failure.ts'

/**
 * Files kept beside the database. A name is 1 to 200 characters among a-z A-Z 0-9 . _ - and / between folders,
 * without "..", empty part or leading dot; anything else throws GatewayFailure 'invalid_input'.
 * Every method throws GatewayFailure: 'not_found' (get), 'unavailable' for the rest.
 */
export type Blobs = {
  /** Replaces what stood under that name. */
  put(name: string, content: Buffer, contentType: string): Promise<void>
  get(name: string): Promise<Buffer>
  /** Deleting what is not there is fine. */
  delete(name: string): Promise<void>
  exists(name: string): Promise<boolean>
}

/**
 * Safe as a file path and as an S3 key, the same on both: no "..", no leading dot, no empty part.
 * @internal
 */
export function isBlobName(name: string): boolean {
  return name.length <= 200 && /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name) && !name.includes('..')
}

export function refuseBlobName(name: string): void {
  if (!isBlobName(name)) throw new GatewayFailure('invalid_input', 'blobs: this name is not allowed')
}

/** What a fault of the disk or the bucket means; its code is kept, never its message (paths, keys). */
export function toBlobFailure(error: unknown): GatewayFailure {
  if (error instanceof GatewayFailure) return error
  const code = errorCode(error)
  if (missingCodes.has(code)) return new GatewayFailure('not_found', 'blobs: no such file')
  return new GatewayFailure('unavailable', `blobs: ${code}`)
}

/** Whether a look finds its file: one that fails with 'not_found' does not. */
export const isThere = (look: Promise<unknown>): Promise<boolean> =>
  look.then(
    () => true,
    (error: unknown) => {
      if (error instanceof GatewayFailure && error.kind === 'not_found') return false
      throw error
    },
  )

const missingCodes = new Set(['ENOENT', 'EISDIR', 'NoSuchKey', 'NotFound'])
