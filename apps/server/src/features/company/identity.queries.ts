import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { dropFile, keepFile } from '../../pictures/stored-files.queries.ts'

export type IdentitySide = 'front' | 'back'
export type IdentityDocument = { id: number; companyId: string; side: IdentitySide; name: string; sha256: string }

/** The sides that the company has sent and that are still kept. */
export async function listIdentitySides(db: Db, companyId: string): Promise<IdentitySide[]> {
  const rows = await db
    .selectFrom('identity_documents')
    .where('identity_documents.company_id', '=', companyId)
    .where('identity_documents.deleted_at', 'is', null)
    .select('identity_documents.side')
    .execute()
  return rows.map((row) => row.side)
}

/** Keeps a sealed document in place of the former one of that side. */
export async function saveIdentityDocument(
  tx: Transaction,
  companyId: string,
  { side, name, sha256 }: { side: IdentitySide; name: string; sha256: string },
): Promise<void> {
  const former = await tx
    .updateTable('identity_documents')
    .set({ deleted_at: sql`app_now()` })
    .where('identity_documents.company_id', '=', companyId)
    .where('identity_documents.side', '=', side)
    .where('identity_documents.deleted_at', 'is', null)
    .returning('identity_documents.name')
    .execute()
  for (const document of former) if (document.name) await dropFile(tx, document.name)
  await tx.insertInto('identity_documents').values({ company_id: companyId, side, name, sha256 }).execute()
  await keepFile(tx, name)
}
