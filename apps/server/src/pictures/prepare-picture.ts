import {
  isLargeEnough,
  maximumPicturePixels as maxPixels,
  type PictureSize,
  pictureSizes,
} from '@parvis/domain/company/picture-sizes'
import { refusal } from '@parvis/domain/refusals'
import sharp from 'sharp'
import { atMost } from './at-most.ts'

/**
 * What a call asks of a picture: `exact` crops to that size, which is also the least accepted; `within` only shrinks.
 * `gif`: a GIF is read too, its first frame (AMB-106).
 */
export type PictureRule = { exact: PictureSize } | { within: PictureSize; gif?: true }

export type PreparedPicture = PictureSize & { jpeg: Buffer; webp: Buffer }

export const pictureRules = {
  profile: { exact: pictureSizes.profileImage },
  cover: { exact: pictureSizes.coverImage },
  clickAndCollect: { exact: pictureSizes.cacImages },
  instant: { exact: pictureSizes.picture },
  message: { within: { width: 1600, height: 1600 }, gif: true },
  identity: { within: { width: 2400, height: 2400 } },
} as const satisfies Record<string, PictureRule>

const accepted = new Set(['jpeg', 'png', 'webp'])
const jpegQuality = 90
const webpQuality = 82

sharp.concurrency(1)
sharp.cache(false)

/** A decoded picture takes up to 160 MB: two at once bound the memory of the process (T12). */
const twoAtATime = atMost(2)

/**
 * Decodes a JPEG, PNG or WebP by its content, turns it upright, drops every metadata and re-encodes it.
 * Answers the least size when the picture is too small. Refuses with 415: `unreadable_image` for anything else,
 * `over_sized_image_error` above 40 megapixels (AMB-47, api.md section 1).
 */
export async function preparePicture(
  field: string,
  bytes: Uint8Array,
  rule: PictureRule,
): Promise<PreparedPicture | { least: PictureSize }> {
  return await twoAtATime(async () => {
    if (bytes.length === 0) throw unreadable(field)
    const upright = await readSize(field, bytes, 'gif' in rule)
    if ('exact' in rule && !isLargeEnough(upright, rule.exact)) return { least: rule.exact }
    return await encode(field, bytes, rule)
  })
}

/** Width and height as a person sees the picture: EXIF orientations 5 to 8 lie on their side. */
async function readSize(field: string, bytes: Uint8Array, gif: boolean): Promise<PictureSize> {
  const { format, width, height, orientation } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable(field)
    })
  if (!(accepted.has(format) || (gif && format === 'gif')) || !width || !height) throw unreadable(field)
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
  try {
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
  } catch {
    throw unreadable(field)
  }
}

function unreadable(field: string) {
  return refusal('request.unreadable_image', { fields: { [field]: 'unreadable_image' } })
}
