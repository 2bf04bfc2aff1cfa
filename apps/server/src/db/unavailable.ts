const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '25006', // read_only_sql_transaction: a leader that became a standby
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '57014', // query_canceled: statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  '55P03', // lock_not_available
])

const unavailableMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/i

/** Whether the database, not the request, is at fault: the answer is 503 with Retry-After and nothing was done. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return unavailableCodes.has(code) || code.startsWith('08') || unavailableMessages.test(error.message)
}

/**
 * Thrown when the server cannot start for a reason that the administrator can mend: `message` is printed and the process exits
 * with 1.
 */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
