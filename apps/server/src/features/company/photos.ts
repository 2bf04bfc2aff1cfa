import { checkPhotoAlt, maxPhotos } from '@parvis/domain/company/photos'
import { pictureRules } from '@parvis/domain/company/picture-sizes'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { isWholeOrder, rankCouples } from '@parvis/domain/kernel/ranks'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { keepFile, mediaUrl, storePicture } from '../../pictures/picture-store.ts'
import { preparePicture } from '../../pictures/prepare-picture.ts'
import { deletePhoto, insertPhoto, listPhotos, type StoredPhoto, savePhotoOrder } from './photos.queries.ts'
import { lockCompany, saveCompany } from './save-profile.queries.ts'

/** Adds one after the others. Refuses a ninth (PHOTO_LIMIT), none or one that is too small (VALIDATION), with 415 what is no picture. */
export async function addPhoto(deps: Dependencies, companyId: string, alt: string, [file]: readonly UploadedFile[]) {
  refuseFields(checkPhotoAlt(alt))
  if (!file) throw refusal('request.validation', { fields: { image: 'picture_required_error' } })
  // Nine at once are counted again under the lock; a full gallery costs no decoding.
  refuseFull(await listPhotos(deps.db, companyId))
  const picture = await preparePicture('image', file.bytes, pictureRules.gallery)
  if ('minimum' in picture) {
    const details = { image: picture.minimum }
    throw refusal('request.validation', { fields: { image: 'error_size_picture' }, details })
  }
  const name = await storePicture(deps, 'public', picture)
  return await change(deps, companyId, async (tx, photos) => {
    refuseFull(photos)
    await insertPhoto(tx, companyId, { name, alt })
    await keepFile(tx, name, `company:${companyId}`)
  })
}

/** Their order and what each shows. Refuses with 409 PHOTOS_CHANGED unless each stored photo is named once. */
export async function arrangePhotos(
  deps: Dependencies,
  companyId: string,
  wanted: readonly Omit<StoredPhoto, 'name'>[],
) {
  for (const { alt } of wanted) refuseFields(checkPhotoAlt(alt))
  return await change(deps, companyId, async (tx, photos) => {
    const stored = photos.map(({ id }) => id)
    const order = rankCouples(wanted.map(({ id }) => id))
    if (!isWholeOrder(stored, order)) throw refusal('company.photos_changed')
    await savePhotoOrder(tx, companyId, wanted)
  })
}

/** Takes one away, with its files an hour later. 404 for another company's. */
export async function removePhoto(deps: Dependencies, companyId: string, id: number) {
  return await change(deps, companyId, async (tx) => {
    if (!(await deletePhoto(tx, companyId, id))) throw refusal('request.not_found')
  })
}

function refuseFull(photos: readonly StoredPhoto[]): void {
  if (photos.length >= maxPhotos) throw refusal('company.photo_limit')
}

type Work = (tx: Transaction, photos: readonly StoredPhoto[]) => Promise<void>

/** One change at a time per company: the photos are counted under its lock; its pages in memory end. */
async function change({ db, config }: Dependencies, companyId: string, work: Work) {
  return await transaction(db, async (tx) => {
    await lockCompany(tx, companyId)
    await work(tx, await listPhotos(tx, companyId))
    await saveCompany(tx, companyId, {})
    await notifyCompany(tx, companyId)
    return await readPhotos(tx, config, companyId)
  })
}

/** The gallery of a business, in the order of its page. */
export async function readPhotos(db: Db, config: Dependencies['config'], companyId: string) {
  return (await listPhotos(db, companyId)).map(({ id, name, alt }) => ({ id, url: mediaUrl(config, name), alt }))
}
