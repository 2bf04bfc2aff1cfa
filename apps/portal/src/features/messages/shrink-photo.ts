import { maximumPictureBytes, pictureRules, pictureTypes } from '@parvis/domain/company/picture-sizes'
import { refusalTexts } from '@parvis/domain/refusal-texts.fr'
import type { FieldError } from '../../lib/use-form.ts'

const maxSide = pictureRules.message.within.width
const quality = 0.82

const heicText = 'Cette photo est au format HEIC des iPhones, que ce navigateur ne lit pas. '
const heicHelp =
  'Sur l’iPhone\u00a0: Réglages › Appareil photo › Formats, puis «\u00a0Le plus compatible\u00a0»\u00a0; ou faites-en une capture d’écran.'

/** The size of a photo whose longest side is 1,600 px at most; a smaller one stays. @internal */
export function shrunkSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * A photo made ready on the device, before it is kept or sent: upright, 1,600 px, JPEG. What the browser cannot decode
 * goes as it is when the server can read it and it is not above 10 MB, the limit of what is sent.
 */
export async function shrinkPhoto(file: File): Promise<File | FieldError> {
  // The browser turns it as its EXIF says.
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return asItIs(file)
  const blob = await drawn(bitmap).catch(() => null)
  bitmap.close()
  if (!blob || (blob.size >= file.size && pictureTypes.includes(file.type))) return asItIs(file)
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
}

function drawn(bitmap: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, shrunkSize(bitmap))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A JPEG has no transparency: black without this.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** The file itself, or why it will not do: the server looks at the content again. */
function asItIs(file: File): File | FieldError {
  const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)
  if (isHeic) return { key: 'unreadable_image', text: heicText + heicHelp }
  if (!pictureTypes.includes(file.type))
    return { key: 'unreadable_image', text: refusalTexts['request.unreadable_image'] }
  if (file.size <= maximumPictureBytes) return file
  return { key: 'over_sized_image_error', text: refusalTexts['request.over_sized_image'] }
}
