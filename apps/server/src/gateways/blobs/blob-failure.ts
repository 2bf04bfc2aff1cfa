import { GatewayFailure } from '../gateway-failure.ts'

/** What a fault of the disk or the bucket means; its code is kept, never its message (paths, keys). */
export function toBlobFailure(error: unknown): GatewayFailure {
  if (error instanceof GatewayFailure) return error
  const code = codeOf(error)
  if (MISSING.has(code)) return new GatewayFailure('not_found', 'blobs: no such file')
  return new GatewayFailure('unavailable', `blobs: ${code}`)
}

const MISSING = new Set(['ENOENT', 'EISDIR', 'NoSuchKey', 'NotFound'])

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
