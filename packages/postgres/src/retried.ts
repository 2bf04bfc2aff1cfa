import { codeOf } from '@parvis/domain/kernel/error-code'

const attempts = 3

/** Runs it again after an error that it will not meet twice: PostgreSQL has rolled back all of it. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
    }
  }
}

const serializationFailure = '40001'
const deadlock = '40P01'
/** A row on its way to the default partition, while its own was made. */
const misroutedRow = 'ExecPartitionCheckEmitError'

function isRetryable(error: unknown): boolean {
  return [serializationFailure, deadlock].includes(codeOf(error)) || isFrom(misroutedRow, error) || isOutdated(error)
}

/**
 * Whether a migration of a newer version changed the columns that a prepared statement answers: each connection that prepared it
 * refuses it from then on ("cached plan must not change result type").
 */
export const isOutdated = (error: unknown): boolean => isFrom('RevalidateCachedQuery', error)

/** PostgreSQL names the function of its source that refused; the code is one of many meanings. */
const isFrom = (routine: string, error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === routine
