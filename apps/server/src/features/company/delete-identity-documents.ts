import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { eachAlone, type PeriodicTask } from '../../jobs/job.ts'
import { forgetFile } from '../../pictures/stored-files.queries.ts'
import { listExpiredDocuments, markDocumentDeleted } from './identity.queries.ts'

export const identityTask: PeriodicTask = {
  name: 'delete-identity-documents',
  everySeconds: 300,
  run: deleteIdentityDocuments,
}

/**
 * Deletes identity documents within the day after the operator's decision, and after 30 days in any case, each with an audit line
 * as receipt. The file is deleted first: a crash leaves a row that the next run finishes. @internal
 */
export async function deleteIdentityDocuments({ db, gateways }: Dependencies): Promise<void> {
  await eachAlone(await listExpiredDocuments(db), async ({ id, companyId, side, name, sha256, status }) => {
    await gateways.sealedBlobs.delete(`identity/${name}`)
    await transaction(db, async (tx) => {
      await markDocumentDeleted(tx, id)
      await forgetFile(tx, name)
      await audit(tx, {
        actor: 'system',
        action: 'identity.delete',
        object: `company:${companyId}`,
        details: { side, sha256, status },
      })
    })
  })
}
