import { refusal } from '@parvis/domain/refusals'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isPublicCompany, ensureDiscussion as open } from './discussions.queries.ts'

/** The resident's conversation with a company that residents see, opened if need be. */
export async function openDiscussion({ db }: Dependencies, userId: number, companyId: string) {
  return await transaction(db, async (tx) => {
    if (!(await isPublicCompany(tx, companyId))) throw refusal('request.not_found')
    return { uuid: await open(tx, companyId, userId) }
  })
}
