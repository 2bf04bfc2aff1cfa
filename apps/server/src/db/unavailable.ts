import { codeOf } from '@parvis/domain/kernel/error-code'

const unreachable = /^(ECONN(REFUSED|RESET)|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** By what PostgreSQL's codes begin with. */
const unavailableCodes = [
  '08', // connection_exception
  '25006', // read_only_sql_transaction: a leader that became a standby
  '25P03', // idle_in_transaction_session_timeout
  '53', // insufficient_resources
  '55P03', // lock_not_available
  '57', // operator_intervention: statement_timeout, shutdown, start
]

const unavailableMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/i

/** Whether the database, not the request, is at fault: the answer is 503 with Retry-After and nothing was done. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  const isCode = unreachable.test(code) || unavailableCodes.some((start) => code.startsWith(start))
  return isCode || (error instanceof Error && unavailableMessages.test(error.message))
}
