import type { PictureSize } from '@parvis/domain/company/picture-sizes'

/** A canvas of this size; `isWhite`: for a JPEG, which has no transparency and would be black. */
export function canvasOf({ width, height }: PictureSize, isWhite = false) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2d canvas')
  context.fillStyle = '#ffffff'
  if (isWhite) context.fillRect(0, 0, canvas.width, canvas.height)
  return { canvas, context }
}

export function blobOf(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg', quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('empty canvas'))), type, quality)
  })
}
