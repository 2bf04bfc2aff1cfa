import { ApiError } from './api-error.ts'

/** What is kept of a failure in `data-error`: its status, as text; `0` when the server was never reached. */
export function statusText(error: unknown): string {
  return error instanceof ApiError ? String(error.status) : '500'
}
