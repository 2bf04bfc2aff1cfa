import { audit } from '../../db/audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { enqueue } from '../../jobs/enqueue.queries.ts'
import type { Duty } from '../../jobs/job.ts'
import { stripOrdersOf } from '../orders/index.ts'
import {
  dropFiles,
  eraseAccount,
  listAccountsToErase,
  listLiveSubscriptions,
  listSoleCompanies,
  lockAccountToErase,
} from './erase-account.queries.ts'

const most = 50

export const accountDuty: Duty = { name: 'erase-accounts', everySeconds: 300, run: eraseAccounts }

/** Erases the accounts whose 30 days are over, each in one transaction with its line of audit; paid plans are ended. */
export async function eraseAccounts({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  for (const userId of await listAccountsToErase(db, most)) {
    await transaction(db, (tx) => erase(tx, userId))
  }
}

async function erase(tx: Transaction, userId: number): Promise<void> {
  const account = await lockAccountToErase(tx, userId)
  if (!account) return
  const companies = await listSoleCompanies(tx, userId)
  for (const subscriptionId of await listLiveSubscriptions(tx, companies)) {
    await enqueue(tx, 'end-subscription', { subscriptionId })
  }
  await stripOrdersOf(tx, { residentId: userId })
  await dropFiles(tx, userId, companies)
  await eraseAccount(tx, userId, account.phone, companies)
  await audit(tx, { actor: 'system', action: 'account.erase', object: `user:${userId}`, details: { companies } })
}
