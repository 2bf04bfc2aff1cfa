import { retention } from '@parvis/domain/kernel/retention'
import { columnOf, type Db, rowsOf, run, type Transaction } from '../../db/database.ts'
import { keepFile } from '../../pictures/picture-store.ts'

export type IdentitySide = 'front' | 'back'
export type IdentityDocument = { id: number; companyId: string; side: IdentitySide; name: string; sha256: string }

/** The sides of the identity card that are stored. */
export async function listIdentitySides(db: Db, companyId: string): Promise<IdentitySide[]> {
  return await columnOf<IdentitySide>(db)`
    select identity_documents.side from identity_documents
    where identity_documents.company_id = ${companyId} and identity_documents.deleted_at is null`
}

/** Replaces the sealed document of that side. */
export async function saveIdentityDocument(
  tx: Transaction,
  companyId: string,
  { side, name, sha256 }: { side: IdentitySide; name: string; sha256: string },
): Promise<void> {
  await run(tx)`
    update identity_documents set name = null, deleted_at = app_now()
    where identity_documents.company_id = ${companyId} and identity_documents.side = ${side}
      and identity_documents.deleted_at is null`
  await run(tx)`
    insert into identity_documents (company_id, side, name, sha256) values (${companyId}, ${side}, ${name}, ${sha256})`
  await keepFile(tx, name, `company:${companyId}`)
}

/** Deletion is due after half a day, so that the one-day limit holds although a worker may be down for hours. */
const marginHours = 12

/** Documents whose company was decided on half a day ago, and all those of 30 days ago. */
export async function listExpiredDocuments(db: Db): Promise<ExpiredDocument[]> {
  return await rowsOf<ExpiredDocument>(db)`
    select identity_documents.id, identity_documents.company_id as "companyId", identity_documents.side,
      identity_documents.name, identity_documents.sha256, companies.identity_status as status
    from identity_documents join companies on companies.id = identity_documents.company_id
    where identity_documents.deleted_at is null and identity_documents.name is not null
      and (companies.identity_decided_at < app_now() - make_interval(days => ${retention.identityDecidedDays}, hours => -${marginHours}::int)
        or identity_documents.created_at < app_now() - make_interval(days => ${retention.identityDays}))
    order by identity_documents.id limit 200`
}

type ExpiredDocument = IdentityDocument & { status: string }

/** The row stays with the side, the fingerprint and the dates, as the receipt of the deletion. */
export async function markDocumentDeleted(tx: Transaction, id: number): Promise<void> {
  await run(tx)`
    update identity_documents set name = null, deleted_at = app_now() where identity_documents.id = ${id}`
}
