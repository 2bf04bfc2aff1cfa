import { isLargeEnough, maximumPictureBytes, type PictureSize } from '@parvis/domain/company/picture-sizes'
import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { requestRefusalTexts } from '@parvis/domain/kernel/request.refusals.fr'
import type { FieldError } from '../../lib/use-form.ts'

export type ChosenPicture = { file: File; url: string; size: PictureSize }

/** Formats that the server reads; sent to the file chooser too. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Opens a chosen file: the picture, upright as its EXIF says, or why it will not do. */
export async function readPicture(file: File, least: PictureSize | undefined): Promise<ChosenPicture | FieldError> {
  if (file.size > maximumPictureBytes) {
    return { key: 'over_sized_image_error', text: requestRefusalTexts['request.over_sized_image'] }
  }
  const bitmap = pictureTypes.includes(file.type) ? await createImageBitmap(file).catch(() => undefined) : undefined
  if (!bitmap) return { key: 'unreadable_image', text: requestRefusalTexts['request.unreadable_image'] }
  const size = { width: bitmap.width, height: bitmap.height }
  bitmap.close()
  return least && !isLargeEnough(size, least) ? tooSmall(least) : { file, url: URL.createObjectURL(file), size }
}

const tooSmallText = 'Photo trop petite\u00a0: prenez celle d’origine, pas une copie d’écran ni une vignette'

function tooSmall({ width, height }: PictureSize): FieldError {
  const pixels = (fieldTexts.error_size_picture ?? '').replace('{L}', String(width)).replace('{H}', String(height))
  return { key: 'error_size_picture', text: tooSmallText, more: pixels }
}
