import { type Db, hasRow, rowsOf, run, type Transaction } from '../../db/database.ts'

export type StoredPhoto = { id: number; name: string; alt: string }

/** In the order of the page. */
export async function listPhotos(db: Db, companyId: string): Promise<StoredPhoto[]> {
  return await rowsOf<StoredPhoto>(db)`
    select company_photos.id, company_photos.name, company_photos.alt from company_photos
    where company_photos.company_id = ${companyId} order by company_photos.rank, company_photos.id`
}

/** After the others. */
export async function insertPhoto(tx: Transaction, companyId: string, photo: Omit<StoredPhoto, 'id'>): Promise<void> {
  await run(tx)`
    insert into company_photos (company_id, name, alt, rank)
    select ${companyId}, ${photo.name}, ${photo.alt}, coalesce(max(company_photos.rank), 0) + 1
    from company_photos where company_photos.company_id = ${companyId}`
}

export async function savePhotoOrder(
  tx: Transaction,
  companyId: string,
  photos: readonly Omit<StoredPhoto, 'name'>[],
): Promise<void> {
  const ranked = photos.map((photo, rank) => ({ ...photo, rank }))
  await run(tx)`
    update company_photos set rank = ranked.rank, alt = ranked.alt
    from jsonb_to_recordset(${JSON.stringify(ranked)}::jsonb) as ranked(id bigint, alt text, rank integer)
    where company_photos.company_id = ${companyId} and company_photos.id = ranked.id`
}

/** The name of its file; undefined for another company's. */
export async function deletePhoto(tx: Transaction, companyId: string, id: number): Promise<boolean> {
  return await hasRow(tx)`
    delete from company_photos where company_photos.company_id = ${companyId} and company_photos.id = ${id} returning true`
}
