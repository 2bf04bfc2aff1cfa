export { type BoundStatement, connectTo, type Db, notify, runQuery, Transaction, together } from './database.ts'
export { type NotifyMessage, notifyStatement } from './notices.ts'
export type { PoolSettings } from './pool.ts'
export { transaction, unitOfWork } from './transaction.ts'
