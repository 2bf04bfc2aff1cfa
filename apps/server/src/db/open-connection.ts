import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection } from 'kysely'

/** The one connection that everything run inside uses, once a transaction opened it (see `transaction.ts`). */
export type OpenConnection = { connection?: DatabaseConnection }

export const openConnection = new AsyncLocalStorage<OpenConnection>()
