import {
  isLargeEnough,
  maximumPicturePixels as maxPixels,
  type PictureRule,
  type PictureSize,
} from '@parvis/domain/company/picture-sizes'
import sharp from 'sharp'
import { answerParent } from '../child-program.ts'

/**
 * The process that decodes (child-program.ts starts it): libvips and its loaders are in no other.
 */

export type DecodedPicture = PictureSize & { jpeg: Uint8Array; webp: Uint8Array }

/** One picture and what to make of it: what an upload becomes, or a smaller WebP of what is stored. */
export type DecoderQuestion =
  | { kind: 'upload'; bytes: Uint8Array; rule: PictureRule }
  | { kind: 'shrink'; bytes: Uint8Array; width: number; max: number }

export type DecoderAnswer =
  | { kind: 'encoded'; picture: DecodedPicture }
  | { kind: 'shrunk'; webp: Uint8Array }
  | { kind: 'too small'; minimum: PictureSize }
  | { kind: 'over sized' }
  | { kind: 'unreadable' }
  /** Processor-time limit exceeded: the parent ends this process. */
  | { kind: 'spent' }

/** Processor-time limit of one decoding in seconds; a picture of 40 megapixels takes one or two seconds. */
const processorSeconds = 10

const jpegQuality = 90
const webpQuality = 82
const shrinkQualities = [76, 50, 20] as const

sharp.concurrency(1)
sharp.cache(false)
// Only four loaders are enabled, from memory: librsvg, libheif, libtiff, pdf and the others never read a byte.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

async function answer(question: DecoderQuestion): Promise<DecoderAnswer> {
  if (question.kind === 'shrink') return { kind: 'shrunk', webp: await shrink(question) }
  const { bytes, rule } = question
  const size = await readSize(bytes)
  if (size.width * size.height > maxPixels) return { kind: 'over sized' }
  if ('exact' in rule && !isLargeEnough(size, rule.exact)) return { kind: 'too small', minimum: rule.exact }
  return { kind: 'encoded', picture: await encode(bytes, rule) }
}

/** Width and height as a person sees the picture: EXIF orientations 5 to 8 lie on their side. */
async function readSize(bytes: Uint8Array): Promise<PictureSize> {
  const { width, height, orientation } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!width || !height) throw new Error('a picture has a size')
  return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }
}

async function encode(bytes: Uint8Array, rule: PictureRule): Promise<DecodedPicture> {
  const target = 'exact' in rule ? rule.exact : rule.within
  const fit = 'exact' in rule ? 'cover' : 'inside'
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .rotate()
    .resize({ ...target, fit, withoutEnlargement: fit === 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
  const [jpeg, webp] = await Promise.all([
    sharp(data, raw).jpeg({ quality: jpegQuality }).toBuffer(),
    sharp(data, raw).webp({ quality: webpQuality }).toBuffer(),
  ])
  return { width: info.width, height: info.height, jpeg, webp }
}

/** Resizes without enlarging; a copy of at most 480 pixels is compressed until it fits in `max` bytes, if it can. */
async function shrink({ bytes, width, max }: DecoderQuestion & { kind: 'shrink' }): Promise<Uint8Array> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).resize({
    width,
    withoutEnlargement: true,
  })
  const [first, ...lower] = shrinkQualities
  let made = await picture.clone().webp({ quality: first }).toBuffer()
  for (const quality of width <= 480 ? lower : []) {
    if (made.length <= max) break
    made = await picture.clone().webp({ quality }).toBuffer()
  }
  return made
}

/** libvips decodes in threads of its own: this timer reads the processor time that they used, not the wall time. */
async function decodeWithin(question: DecoderQuestion): Promise<DecoderAnswer> {
  const before = process.cpuUsage()
  let look: NodeJS.Timeout | undefined
  const spent = new Promise<DecoderAnswer>((resolve) => {
    look = setInterval(() => {
      const { user, system } = process.cpuUsage(before)
      if (user + system > processorSeconds * 1_000_000) resolve({ kind: 'spent' })
    }, 200)
  })
  const decoded = answer(question).catch((): DecoderAnswer => ({ kind: 'unreadable' }))
  return await Promise.race([decoded, spent]).finally(() => clearInterval(look))
}

answerParent(decodeWithin, ({ kind }) => kind === 'spent')
