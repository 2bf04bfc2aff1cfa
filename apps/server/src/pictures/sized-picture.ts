import type { Blobs } from '../gateways/blobs/blobs.ts'
import { shrinkPicture } from './prepare-picture.ts'

/** Pixels across of the WebP copies that pages ask for: squares, and covers; 640 is what a telephone takes. */
export const sizedWidths = { square: [96, 240], cover: [480, 640, 960] } as const

const sizedName = new RegExp(`^([0-9a-f]{32})-(${Object.values(sizedWidths).flat().join('|')})\\.webp$`)
/** Bytes of a copy for a telephone: a busy picture is compressed more. */
const maxBytes = 40_000

/** Names of all possible copies of a public picture: the sweep deletes them with it. */
export function sizedBlobsOf(name: string): string[] {
  const stem = name.replace(/\.jpg$/, '')
  return Object.values(sizedWidths).flatMap((widths) => widths.map((width) => `public/${stem}-${width}.webp`))
}

export const isSizedName = (name: string): boolean => sizedName.test(name)

const underWay = new Map<string, Promise<Buffer | undefined>>()

/**
 * The copy `{stem}-{width}.webp` of a public picture, made at the first demand and stored beside it; `undefined` when it
 * cannot be made now (the decoding queue is full). Ten calls at once make it once, and only four copies of a picture
 * exist. Throws GatewayFailure 'not_found' without the picture.
 */
export async function readSized(blobs: Blobs, name: string): Promise<Buffer | undefined> {
  const stored = await blobs.get(`public/${name}`).catch(() => undefined)
  if (stored) return stored
  const running = underWay.get(name)
  if (running) return await running
  const making = makeSized(blobs, name).finally(() => underWay.delete(name))
  underWay.set(name, making)
  return await making
}

async function makeSized(blobs: Blobs, name: string): Promise<Buffer | undefined> {
  const [, stem = '', width = ''] = sizedName.exec(name) ?? []
  const original = `public/${stem}.jpg`
  const bytes = await blobs.get(original)
  const sized = await shrinkPicture(bytes, Number(width), maxBytes).catch(() => undefined)
  if (!sized) return undefined
  await blobs.put(`public/${name}`, sized, 'image/webp').catch(() => {})
  // The sweep deletes the original first: a writer that still finds it here knows that the copies will be deleted after it.
  if (!(await blobs.exists(original).catch(() => true))) await blobs.delete(`public/${name}`)
  return sized
}

export const wholeOf = (sized: string): string => sized.replace(/-\d+\.webp$/, '.webp')
