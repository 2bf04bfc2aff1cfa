import { ApiError } from '../../lib/api-error.ts'

/** Municipal errors are kept as the status, as text (V-022); `0` when the server was never reached. */
export function statusText(error: unknown): string {
  return error instanceof ApiError ? String(error.status) : '500'
}
