import type { PictureSize } from '@parvis/domain/company/picture-sizes'
import { blobOf, canvasOf } from './canvas.ts'

/** What iPhones make; some browsers give no type to it. */
export const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

/** Why a HEIC is refused where the browser does not read it, and what to do. */
export const unreadHeic = {
  text: 'Cette photo est au format HEIC des iPhones, que ce navigateur ne lit pas',
  more: 'Sur l’iPhone\u00a0: Réglages › Appareil photo › Formats, puis «\u00a0Le plus compatible\u00a0». Les prochaines photos conviendront. Pour celle-ci, faites-en une capture d’écran ou envoyez-la par message.',
}

/** The size of a photo whose longest side is `maxSide` pixels at most; a smaller one stays. @internal */
export function shrunkSize({ width, height }: PictureSize, maxSide: number): PictureSize {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * The same picture as a JPEG, upright as its EXIF says, its longest side `maxSide` pixels at most: a camera’s photo is too heavy,
 * and the server reads no HEIC (Safari does). Nothing when the browser cannot decode it.
 */
export async function asJpeg(file: File, to: { maxSide: number; quality: number }): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const blob = await drawn(bitmap, to).catch(() => undefined)
  bitmap.close()
  return blob ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : undefined
}

async function drawn(bitmap: ImageBitmap, { maxSide, quality }: { maxSide: number; quality: number }): Promise<Blob> {
  const { canvas, context } = canvasOf(shrunkSize(bitmap, maxSide), true)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return await blobOf(canvas, 'image/jpeg', quality)
}
