import {
  isLargeEnough,
  maximumPicturePixels as maxPixels,
  type PictureRule,
  type PictureSize,
} from '@parvis/domain/company/picture-sizes'
import { refusal } from '@parvis/domain/refusals'
import { currentSubject, waitWithoutPlace } from '../current-call.ts'
import { takeTurns } from './decoding-turns.ts'

export type PreparedPicture = PictureSize & { jpeg: Buffer; webp: Buffer }

const jpegQuality = 90
const webpQuality = 82

/** No decoding takes longer, whatever the bytes say; a picture of 40 megapixels takes one or two seconds. */
const deadline = { seconds: 10 }

/** Loaded with the first picture: its libraries weigh 20 MB on a process that decodes none. */
let loaded: ReturnType<typeof loadSharp> | undefined

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  // librsvg, libheif, libtiff, pdf and the others read no byte in this process: four loaders exist, from memory.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  })
  return sharp
}

const decoder = async () => {
  loaded ??= loadSharp()
  return await loaded
}

/** A decoded picture takes up to 160 MB: two at once bound the memory of the process (T12). */
const decode = takeTurns({ running: 2, waiting: 20 })

/**
 * Decodes a JPEG, PNG or WebP by its content, turns it upright, drops every metadata and re-encodes it.
 * Answers the least size when the picture is too small. Refuses with 415: `unreadable_image` for anything else,
 * `over_sized_image_error` above 40 megapixels (AMB-47, api.md section 1); with 503 when too many wait to be decoded.
 */
export async function preparePicture(
  field: string,
  bytes: Uint8Array,
  rule: PictureRule,
): Promise<PreparedPicture | { minimum: PictureSize }> {
  if (!isPicture(bytes, 'gif' in rule)) throw unreadable(field)
  return await waitWithoutPlace((start) =>
    decode(currentSubject(), async () => {
      start()
      const upright = await readSize(field, bytes)
      if ('exact' in rule && !isLargeEnough(upright, rule.exact)) return { minimum: rule.exact }
      return await encode(field, bytes, rule)
    }),
  )
}

/** One subject in the queue for all copies for pages: whoever uploads has every second turn. */
const pages = 'pages'
const shrinkQualities = [76, 50, 20] as const

/**
 * A WebP of a stored JPEG at most `width` pixels across, never enlarged; a copy of at most 480 pixels is compressed until
 * it has `most` bytes, if it can. Refuses with 503 when too many wait to be decoded.
 */
export async function shrinkPicture(jpeg: Buffer, width: number, most: number): Promise<Buffer> {
  return await waitWithoutPlace((start) =>
    decode(pages, async () => {
      start()
      const sharp = await decoder()
      const picture = sharp(jpeg, { limitInputPixels: maxPixels, failOn: 'error' })
        .timeout(deadline)
        .resize({ width, withoutEnlargement: true })
      const [first, ...lower] = shrinkQualities
      let made = await picture.clone().webp({ quality: first }).toBuffer()
      for (const quality of width <= 480 ? lower : []) {
        if (made.length <= most) break
        made = await picture.clone().webp({ quality }).toBuffer()
      }
      return made
    }),
  )
}

/** By the first bytes (magic numbers), before any decoder reads one: an SVG is measured by what it contains (F5). */
function isPicture(bytes: Uint8Array, gif: boolean): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1')
  if (head.startsWith('\u00ff\u00d8\u00ff') || head.startsWith('\u0089PNG\r\n\u001a\n')) return true
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return true
  return gif && /^GIF8[79]a/.test(head)
}

/** Width and height as a person sees the picture: EXIF orientations 5 to 8 lie on their side. */
async function readSize(field: string, bytes: Uint8Array): Promise<PictureSize> {
  const sharp = await decoder()
  const { width, height, orientation } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable(field)
    })
  if (!width || !height) throw unreadable(field)
  if (width * height > maxPixels) {
    throw refusal('request.over_sized_image', {
      fields: { [field]: 'over_sized_image_error' },
      details: { [field]: { maxPixels } },
    })
  }
  return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }
}

async function encode(field: string, bytes: Uint8Array, rule: PictureRule): Promise<PreparedPicture> {
  const target = 'exact' in rule ? rule.exact : rule.within
  const fit = 'exact' in rule ? 'cover' : 'inside'
  const sharp = await decoder()
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .timeout(deadline)
      .rotate()
      .resize({ ...target, fit, withoutEnlargement: fit === 'inside' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
    const [jpeg, webp] = await Promise.all([
      sharp(data, raw).timeout(deadline).jpeg({ quality: jpegQuality }).toBuffer(),
      sharp(data, raw).timeout(deadline).webp({ quality: webpQuality }).toBuffer(),
    ])
    return { width: info.width, height: info.height, jpeg, webp }
  } catch {
    throw unreadable(field)
  }
}

function unreadable(field: string) {
  return refusal('request.unreadable_image', { fields: { [field]: 'unreadable_image' } })
}
