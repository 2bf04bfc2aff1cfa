import type { PictureSize } from '@parvis/domain/company/picture-sizes'

/** A rectangle of the turned picture, in its own pixels. */
export type CropArea = { x: number; y: number; width: number; height: number }
export type Crop = { area: CropArea; rotation: number }

const jpegQuality = 0.9

/** Cuts the area out as a PNG, then resizes it to the exact target as a JPEG (AMB-48). */
export async function cropPicture(file: Blob, crop: Crop, target: PictureSize): Promise<Blob> {
  const source = await createImageBitmap(file)
  const cut = await blobOf(drawArea(source, crop), 'image/png')
  source.close()
  const png = await createImageBitmap(cut, {
    resizeWidth: target.width,
    resizeHeight: target.height,
    resizeQuality: 'high',
  })
  const { canvas, context } = canvasOf(target)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, target.width, target.height)
  context.drawImage(png, 0, 0, target.width, target.height)
  png.close()
  return blobOf(canvas, 'image/jpeg')
}

function drawArea(source: ImageBitmap, { area, rotation }: Crop): HTMLCanvasElement {
  const box = turnedSize(source, rotation)
  const { canvas, context } = canvasOf(area)
  context.translate(box.width / 2 - area.x, box.height / 2 - area.y)
  context.rotate(radians(rotation))
  context.drawImage(source, -source.width / 2, -source.height / 2)
  return canvas
}

/** The box that holds the picture once turned: crop areas are measured in it. */
function turnedSize({ width, height }: PictureSize, rotation: number): PictureSize {
  const [cos, sin] = [Math.abs(Math.cos(radians(rotation))), Math.abs(Math.sin(radians(rotation)))]
  return { width: cos * width + sin * height, height: sin * width + cos * height }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

function canvasOf({ width, height }: PictureSize) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2d canvas')
  return { canvas, context }
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('empty canvas'))), type, jpegQuality)
  })
}
