import { GatewayFailure } from '../gateway-failure.ts'

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
