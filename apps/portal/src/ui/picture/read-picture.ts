import {
  isLargeEnough,
  maximumPictureBytes,
  type PictureSize,
  pictureTypes,
} from '@parvis/domain/company/picture-sizes'
import { requestRefusalTexts } from '@parvis/domain/kernel/request.refusals.fr'
import type { FieldError } from '../../lib/use-form.ts'

export type ChosenPicture = { file: File; url: string; size: PictureSize }

/** Opens a chosen file: the picture, upright as its EXIF says, or why it will not do. */
export async function readPicture(given: File, minimum: PictureSize | undefined): Promise<ChosenPicture | FieldError> {
  const file = await readableFile(given)
  if (!file) return { key: 'unreadable_image', text: heicText, more: heicHelp }
  if (file.size > maximumPictureBytes) {
    return { key: 'over_sized_image_error', text: requestRefusalTexts['request.over_sized_image'] }
  }
  const bitmap = pictureTypes.includes(file.type) ? await createImageBitmap(file).catch(() => undefined) : undefined
  if (!bitmap) return { key: 'unreadable_image', text: requestRefusalTexts['request.unreadable_image'] }
  const size = { width: bitmap.width, height: bitmap.height }
  bitmap.close()
  return minimum && !isLargeEnough(size, minimum) ? tooSmall(minimum) : { file, url: URL.createObjectURL(file), size }
}

/** A file that can be sent, nothing of a HEIC that this browser does not read; one that stays too heavy is refused as such. */
async function readableFile(given: File): Promise<File | undefined> {
  if (isHeic(given)) return await asJpeg(given)
  return given.size > maximumPictureBytes ? ((await asJpeg(given)) ?? given) : given
}

/** What to do first, then the size that was asked for. */
const tooSmall = ({ width, height }: PictureSize): FieldError => ({
  key: 'error_size_picture',
  text: `Photo trop petite (il faut au moins ${width} × ${height} pixels). Choisissez la photo d’origine plutôt qu’une copie d’écran.`,
})

/** What iPhones make; some browsers give no type to it. */
const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

const heicText = 'Cette photo est au format HEIC des iPhones, que ce navigateur ne lit pas'
const heicHelp =
  'Sur l’iPhone\u00a0: Réglages › Appareil photo › Formats, puis «\u00a0Le plus compatible\u00a0». Les prochaines photos conviendront. Pour celle-ci, faites-en une capture d’écran ou envoyez-la par message.'

/** Pixels of the longest side of a photo made lighter: more than any size that is asked for. */
const maxSide = 2_560

/**
 * The same picture as a JPEG of a camera’s photo above 10 MB, or of a HEIC where the browser reads it (Safari does; the server
 * reads none); nothing when the browser cannot decode it.
 */
async function asJpeg(file: File): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  return blob ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : undefined
}
