import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { audit } from '../../db/audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { takeTicket } from '../../http/limits.ts'
import { listOwnedCompanies } from '../company/index.ts'
import { readCompanyRows, readPersonRows } from './export-account.queries.ts'

const perPerson = { name: 'account-export', most: 5, seconds: 3_600 }

/** Everything kept about a person and their businesses, to take away; written in the audit trail. */
export async function exportAccount({ db, config }: Dependencies, userId: number) {
  await takeTicket(db, config, perPerson, `user:${userId}`)
  return await transaction(db, async (tx) => {
    const { user, ...person } = await readPersonRows(tx, userId)
    const companies = []
    for (const { companyId } of await listOwnedCompanies(tx, userId)) {
      const { profile, ...rest } = await readCompanyRows(tx, companyId)
      companies.push({ profile: profile[0] ?? {}, ...rest })
    }
    await audit(tx, { actor: `user:${userId}`, action: 'account.export', object: `user:${userId}` })
    return { exportedAt: writeParisIso(await readNow(tx)), user: user[0] ?? {}, ...person, companies }
  })
}
