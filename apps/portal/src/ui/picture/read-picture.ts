import {
  isLargeEnough,
  maximumPictureBytes,
  type PictureSize,
  pictureTypes,
} from '@parvis/domain/company/picture-sizes'
import { requestRefusals } from '@parvis/domain/kernel/request.refusals.fr'
import type { FieldError } from '../../lib/use-form.ts'
import { asJpeg, isHeic, unreadHeic } from './as-jpeg.ts'

export type ChosenPicture = { file: File; url: string; size: PictureSize }

/** Opens a chosen file: the picture, upright as its EXIF says, or why it will not do. */
export async function readPicture(given: File, minimum: PictureSize | undefined): Promise<ChosenPicture | FieldError> {
  const file = await readableFile(given)
  if (!file) return { key: 'unreadable_image', ...unreadHeic }
  if (file.size > maximumPictureBytes) {
    return { key: 'over_sized_image_error', text: requestRefusals['request.over_sized_image'].text }
  }
  const bitmap = pictureTypes.includes(file.type) ? await createImageBitmap(file).catch(() => undefined) : undefined
  if (!bitmap) return { key: 'unreadable_image', text: requestRefusals['request.unreadable_image'].text }
  const size = { width: bitmap.width, height: bitmap.height }
  bitmap.close()
  return minimum && !isLargeEnough(size, minimum) ? tooSmall(minimum) : { file, url: URL.createObjectURL(file), size }
}

/** A file that can be sent, nothing of a HEIC that this browser does not read; one that stays too heavy is refused as such. */
async function readableFile(given: File): Promise<File | undefined> {
  if (isHeic(given)) return await asJpeg(given, lighter)
  return given.size > maximumPictureBytes ? ((await asJpeg(given, lighter)) ?? given) : given
}

/** What to do first, then the size that was asked for. */
const tooSmall = ({ width, height }: PictureSize): FieldError => ({
  key: 'error_size_picture',
  text: `Photo trop petite (il faut au moins ${width} × ${height} pixels). Choisissez la photo d’origine plutôt qu’une copie d’écran.`,
})

/** Pixels of the longest side of a photo made lighter: more than any size that is asked for. */
const lighter = { maxSide: 2_560, quality: 0.92 }
