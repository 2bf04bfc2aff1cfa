import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { requestRefusalTexts } from '@parvis/domain/kernel/request.refusals.fr'
import type { FieldError } from '../../lib/use-form.ts'

export type Size = { width: number; height: number }
export type ChosenPicture = { file: File; url: string; size: Size }

/** Formats that the server reads; sent to the file chooser too. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']
/** 10 MB before cropping (AMB-47). */
const maximumBytes = 10 * 1024 * 1024

/** Opens a chosen file: the picture, upright as its EXIF says, or why it will not do. */
export async function readPicture(file: File, least: Size | undefined): Promise<ChosenPicture | FieldError> {
  if (file.size > maximumBytes) {
    return { key: 'over_sized_image_error', text: requestRefusalTexts['request.over_sized_image'] }
  }
  const bitmap = pictureTypes.includes(file.type) ? await createImageBitmap(file).catch(() => undefined) : undefined
  if (!bitmap) return { key: 'unreadable_image', text: requestRefusalTexts['request.unreadable_image'] }
  const size = { width: bitmap.width, height: bitmap.height }
  bitmap.close()
  return isTooSmall(size, least) ? tooSmall(least) : { file, url: URL.createObjectURL(file), size }
}

function isTooSmall(size: Size, least: Size | undefined): least is Size {
  return least !== undefined && (size.width < least.width || size.height < least.height)
}

function tooSmall({ width, height }: Size): FieldError {
  const text = fieldTexts.error_size_picture ?? ''
  return { key: 'error_size_picture', text: text.replace('{L}', String(width)).replace('{H}', String(height)) }
}
