import { Transaction } from '@parvis/postgres'
import type { Db } from '../../apps/server/src/db/database.ts'

/** A transaction that stays open beside what a test does, with the locks that it takes, until it is committed or disposed of. */
export async function openTransaction(db: Db) {
  const connection = await db.pool.borrow()
  connection.begin()
  const end = async (how: 'commit' | 'rollback') => await connection[how]().finally(() => connection.release())
  return {
    tx: new Transaction(db.pool, connection),
    commit: () => end('commit'),
    [Symbol.asyncDispose]: () => end('rollback'),
  }
}
