import { type PictureRule, type PictureSize, pictureRules } from '@parvis/domain/company/picture-sizes'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { type PreparedPicture, preparePicture } from '../../pictures/prepare-picture.ts'

/** The pictures of an update, decoded and re-encoded; a too small one is missing here and named in `tooSmall`. */
export type ReceivedPictures = {
  profileImage?: PreparedPicture
  coverImage?: PreparedPicture
  front?: PreparedPicture
  back?: PreparedPicture
  /** In the order received: the n-th one belongs to the n-th UPDATE (AMB-54). */
  slots: PreparedPicture[]
  /** How many were sent for the slots, too small ones included. */
  slotFiles: number
  /** Field → least size. */
  tooSmall: Record<string, PictureSize>
}

const singles = [
  { key: 'front', field: 'id-card-front', rule: pictureRules.identity, isIdentity: true },
  { key: 'back', field: 'id-card-back', rule: pictureRules.identity, isIdentity: true },
  { key: 'profileImage', field: 'profileImage', rule: pictureRules.profile, isIdentity: false },
  { key: 'coverImage', field: 'coverImage', rule: pictureRules.cover, isIdentity: false },
] as const satisfies { key: string; field: string; rule: PictureRule; isIdentity: boolean }[]

/** Decodes only what this update may store: no identity card on an edit (AMB-36), no slot without the plan (AMB-61). */
export async function receivePictures(
  files: readonly UploadedFile[],
  accepts: { identity: boolean; slots: boolean },
): Promise<ReceivedPictures> {
  const received: ReceivedPictures = { slots: [], slotFiles: 0, tooSmall: {} }
  for (const { key, field, rule, isIdentity } of singles) {
    const file = files.find((candidate) => candidate.field === field)
    if (!file || (isIdentity && !accepts.identity)) continue
    const picture = await preparePicture(field, file.bytes, rule)
    if ('minimum' in picture) received.tooSmall[field] = picture.minimum
    else received[key] = picture
  }
  if (accepts.slots) await receiveSlots(files, received)
  return received
}

async function receiveSlots(files: readonly UploadedFile[], received: ReceivedPictures): Promise<void> {
  const sent = files.filter(({ field }) => field === 'cacImages[]' || field === 'cacImages')
  received.slotFiles = sent.length
  for (const file of sent) {
    const picture = await preparePicture('cacImages', file.bytes, pictureRules.clickAndCollect)
    if ('minimum' in picture) received.tooSmall.cacImages = picture.minimum
    else received.slots.push(picture)
  }
}
