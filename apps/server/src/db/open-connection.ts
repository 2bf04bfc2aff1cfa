import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection } from 'kysely'

/** AsyncLocalStorage of the connection that an open transaction shares with everything called inside it (`transaction.ts`). */
export type OpenConnection = { connection?: DatabaseConnection }

export const openConnection = new AsyncLocalStorage<OpenConnection>()
