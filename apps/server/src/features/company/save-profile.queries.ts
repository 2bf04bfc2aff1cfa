import { sql, type UpdateObject } from 'kysely'
import type { Tables, Transaction } from '../../db/database.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import { dropFile } from '../../pictures/stored-files.queries.ts'
import type { RankedPicture } from './profile.queries.ts'

export type CompanyChanges = UpdateObject<Tables, 'companies'>
export type HoursToSave = {
  id?: number | undefined
  type: string
  startTime: string
  endTime: string
  enabled: boolean
}

const uniqueViolation = '23505'

/** Writes the columns given and the date of the first completion; false when another company has that subdomain. */
export async function saveCompany(tx: Transaction, companyId: string, changes: CompanyChanges): Promise<boolean> {
  try {
    await tx
      .updateTable('companies')
      .set({
        ...changes,
        updated_at: sql`app_now()`,
        completed_at: sql`coalesce(companies.completed_at, case when ${changes.category ?? null}::text is not null then app_now() end)`,
      })
      .where('companies.id', '=', companyId)
      .execute()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return false
    throw error
  }
}

/** The list replaces the stored one: ids of this company are kept, the others are new entries (AMB-51). */
export async function replaceHours(tx: Transaction, companyId: string, hours: readonly HoursToSave[]): Promise<void> {
  const former = await tx
    .deleteFrom('opening_hours')
    .where('opening_hours.company_id', '=', companyId)
    .returning('opening_hours.id')
    .execute()
  const free = new Set(former.map(({ id }) => id))
  const entries = hours.map((entry, position) => ({
    ...entry,
    id: entry.id !== undefined && free.delete(entry.id) ? entry.id : null,
    position,
  }))
  await sql`
    insert into opening_hours (id, company_id, day_type, start_time, end_time, enabled, position)
    overriding system value
    select coalesce(entry.id, nextval(pg_get_serial_sequence('opening_hours', 'id'))), ${companyId}::uuid,
      entry.type, entry."startTime", entry."endTime", entry.enabled, entry.position
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry(
      id bigint, type text, "startTime" text, "endTime" text, enabled boolean, position integer
    )`.execute(tx)
}

/** Fills, replaces and empties click-and-collect slots; a null name empties its slot. */
export async function savePictureSlots(
  tx: Transaction,
  companyId: string,
  stored: readonly RankedPicture[],
  changes: ReadonlyMap<number, string | null>,
): Promise<void> {
  for (const [rank, name] of changes) {
    const former = stored.find((picture) => picture.rank === rank)
    if (former) await dropFile(tx, former.name)
    await tx
      .deleteFrom('cac_pictures')
      .where('cac_pictures.company_id', '=', companyId)
      .where('cac_pictures.rank', '=', rank)
      .execute()
    if (name === null) continue
    await tx.insertInto('cac_pictures').values({ company_id: companyId, rank, name }).execute()
    await keepFile(tx, name, `company:${companyId}`)
  }
}
