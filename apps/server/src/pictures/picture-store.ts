import { createHmac, randomBytes } from 'node:crypto'
import { refusal } from '@parvis/domain/refusals'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../db/database.ts'
import { GatewayFailure } from '../gateways/gateway-failure.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { eachAlone } from '../jobs/job.ts'
import { isSameBytes } from '../same-bytes.ts'
import type { PreparedPicture } from './prepare-picture.ts'
import { sizedBlobsOf } from './sized-picture.ts'
import {
  type FileKind,
  findFile,
  findSweepableFiles,
  forgetFile,
  type Keeper,
  markKept,
  recordFile,
} from './stored-files.queries.ts'

type PictureDeps = { db: Db; gateways: Pick<Gateways, 'blobs' | 'sealedBlobs'>; config: Config }

/** `0f3a….jpg`: 128 random bits, never a name that a user chose. The WebP for display has the same stem. */
export async function storePicture(
  { db, gateways }: PictureDeps,
  kind: 'public' | 'private',
  picture: PreparedPicture,
): Promise<string> {
  const stem = randomBytes(16).toString('hex')
  const name = `${stem}.jpg`
  const { width, height, jpeg, webp } = picture
  await recordFile(db, { name, kind, width, height, bytes: jpeg.length + webp.length })
  await gateways.blobs.put(`${kind}/${name}`, jpeg, 'image/jpeg')
  await gateways.blobs.put(`${kind}/${stem}.webp`, webp, 'image/webp')
  return name
}

/**
 * The same picture under a name of its own: what takes one away leaves the other. Answers '' for one whose files are
 * lost (a disk, a restore without them): the copy has none. Throws GatewayFailure 'unavailable'.
 */
export async function copyPicture({ db, gateways }: PictureDeps, name: string): Promise<string> {
  const file = await findFile(db, name)
  const originals = file ? blobNamesOf(name, file.kind) : []
  const areThere = await Promise.all(originals.map((blob) => gateways.blobs.exists(blob)))
  if (!file || areThere.includes(false)) return ''
  const copy = `${randomBytes(16).toString('hex')}.jpg`
  await recordFile(db, { ...file, name: copy })
  const copies = blobNamesOf(copy, file.kind)
  for (const [index, blob] of originals.entries()) {
    const target = copies[index] ?? ''
    await gateways.blobs.put(
      target,
      await gateways.blobs.get(blob),
      `image/${target.endsWith('webp') ? 'webp' : 'jpeg'}`,
    )
  }
  return copy
}

/** AES-256-GCM; only the operator's calls read it. */
export async function storeIdentityPicture({ db, gateways }: PictureDeps, picture: PreparedPicture): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.sealed`
  const { width, height, jpeg } = picture
  await recordFile(db, { name, kind: 'identity', width, height, bytes: jpeg.length })
  await gateways.sealedBlobs.put(`identity/${name}`, jpeg)
  return name
}

/** Sweep: deletes files that no row names, an hour after they were written or released. */
export async function sweepFiles({ db, gateways }: PictureDeps): Promise<void> {
  await eachAlone(await findSweepableFiles(db), async ({ id: name, kind }) => {
    const sized = kind === 'public' ? sizedBlobsOf(name) : []
    for (const blob of [...blobNamesOf(name, kind), ...sized]) await gateways.blobs.delete(blob)
    await forgetFile(db, name)
  })
}

/** The blobs behind a stored file: a picture has its WebP beside it; smaller copies are made again from it. */
export function blobNamesOf(name: string, kind: FileKind): string[] {
  if (kind === 'identity' || kind === 'export' || kind === 'act') return [`${kind}/${name}`]
  return [`${kind}/${name}`, `${kind}/${name.replace(/\.jpg$/, '.webp')}`]
}

/** 404 for a file that its store does not have; 503 while the store is away, since an absence is believed for long. */
export async function readServedFile<T>(read: () => Promise<T>): Promise<T> {
  return await read().catch((error: unknown) => {
    throw error instanceof GatewayFailure && error.kind === 'not_found' ? refusal('request.not_found') : error
  })
}

export function mediaUrl({ mediaOrigin }: Config, name: string): string {
  return `${mediaOrigin}/v1/media/${name}`
}

const signedSeconds = 3_600

/** The address of a conversation's image, valid one hour unless told; steady within a minute so that browsers cache it. */
export function privateMediaUrl(
  { mediaOrigin, secretKey }: Config,
  name: string,
  nowMilliseconds: number,
  seconds = signedSeconds,
): string {
  const minute = 60
  const expires = Math.ceil(nowMilliseconds / 1_000 / minute) * minute + seconds
  return `${mediaOrigin}/v1/media/private/${name}?expires=${expires}&signature=${sign(secretKey, name, String(expires))}`
}

export function isPrivateMediaAllowed(
  { secretKey }: Config,
  name: string,
  { expires = '', signature = '' }: { expires?: string | undefined; signature?: string | undefined },
  nowMilliseconds: number,
): boolean {
  const authentic = isSameBytes(Buffer.from(signature), Buffer.from(sign(secretKey, name, expires)))
  return authentic && Number(expires) * 1_000 > nowMilliseconds
}

function sign(key: Buffer, name: string, expires: string): string {
  return createHmac('sha256', key).update(`private-media ${name} ${expires}`).digest('base64url')
}

const gigabyte = 1024 ** 3
/** Some 30,000 pictures of instants; a picture in a message is 1 MB at most once it is re-encoded. */
const max = { company: 5 * gigabyte, user: gigabyte, town: 50 * gigabyte }

/**
 * Keeps a stored file for its company, or for the person who wrote to one, so that a resident never fills a shop's room.
 * Refuses with 413 beyond the room of the keeper, counted in this transaction whoever uploads meanwhile (ASVS 5.2.4).
 */
export async function keepFile(tx: Transaction, name: string, keeper: Keeper): Promise<void> {
  const bytes = await markKept(tx, name, keeper)
  const [kind = 'user'] = keeper.split(':', 1)
  if (bytes > max[kind as keyof typeof max]) throw refusal('request.storage_full')
}
