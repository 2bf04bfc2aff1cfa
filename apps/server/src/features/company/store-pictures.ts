import { createHash } from 'node:crypto'
import type { PictureReference } from '@parvis/domain/company/click-and-collect'
import {
  type DrawablePicture,
  drawablePictures,
  type PictureRule,
  type PictureSize,
  pictureRules,
} from '@parvis/domain/company/picture-sizes'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { keepFile, storeIdentityPicture, storePicture } from '../../pictures/picture-store.ts'
import { type PreparedPicture, preparePicture } from '../../pictures/prepare-picture.ts'
import { type IdentitySide, saveIdentityDocument } from './identity.queries.ts'
import type { StoredProfile } from './profile.queries.ts'
import { type CompanyChanges, savePictureSlots } from './save-profile.queries.ts'

/** Files written and not named by a row yet: the sweep deletes them if the transaction fails. */
export type WrittenPictures = {
  profile: string | undefined
  cover: string | undefined
  /** Rank → file name, null for an emptied slot. */
  slots: Map<number, string | null>
  identity: { side: IdentitySide; name: string; sha256: string }[]
}

export async function writePictures(
  deps: Dependencies,
  received: ReceivedPictures,
  references: readonly PictureReference[],
): Promise<WrittenPictures> {
  const write = async (picture: PreparedPicture | undefined) => picture && (await storePicture(deps, 'public', picture))
  const slots = new Map<number, string | null>()
  const files = [...received.slots]
  for (const { rank, action } of references) {
    const name = action === 'UPDATE' ? await write(files.shift()) : undefined
    slots.set(rank, name ?? null)
  }
  return {
    profile: await write(received.profileImage),
    cover: await write(received.coverImage),
    slots,
    identity: await writeIdentity(deps, received),
  }
}

async function writeIdentity(deps: Dependencies, { front, back }: ReceivedPictures) {
  const written: WrittenPictures['identity'] = []
  for (const [side, picture] of [
    ['front', front],
    ['back', back],
  ] as const) {
    if (!picture) continue
    const sha256 = createHash('sha256').update(picture.jpeg).digest('hex')
    written.push({ side, name: await storeIdentityPicture(deps, picture), sha256 })
  }
  return written
}

/** What a company's row says of pictures that were sent, and of the documents that are to be judged. */
export function pictureChanges(
  stored: StoredProfile,
  { profile, cover, identity }: WrittenPictures,
  drawn: readonly DrawablePicture[],
): CompanyChanges {
  const sent = { profileImage: profile, coverImage: cover }
  return {
    ...(profile && { profile_picture: profile }),
    ...(cover && { cover_picture: cover }),
    // A picture that was not sent keeps its kind, drawing or photo.
    drawn_pictures: drawablePictures.filter((field) => (sent[field] ? drawn : stored.drawnPictures).includes(field)),
    ...(identity.length > 0 && { identity_status: 'pending', identity_decided_at: null }),
  }
}

/** Keeps the written files, once the company's row names them: those that they replace no longer count then. */
export async function keepPictures(
  tx: Transaction,
  companyId: string,
  { profile, cover, slots, identity }: WrittenPictures,
): Promise<void> {
  for (const name of [profile, cover]) if (name) await keepFile(tx, name, `company:${companyId}`)
  await savePictureSlots(tx, companyId, slots)
  for (const document of identity) await saveIdentityDocument(tx, companyId, document)
}

/** The pictures of an update, decoded and re-encoded; one that is too small is left out and named in `tooSmall`. */
export type ReceivedPictures = {
  profileImage?: PreparedPicture
  coverImage?: PreparedPicture
  front?: PreparedPicture
  back?: PreparedPicture
  /** In the order received: the n-th one belongs to the n-th UPDATE. */
  slots: PreparedPicture[]
  /** How many files were sent for the slots, too small ones included. */
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

/** Decodes only the files that this update may store: no identity card on an edit, no slot without the plan. */
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
