import { blobOf, canvasOf } from '../picture/canvas.ts'
import { qrSvg } from '../qr-code.tsx'

const printPixels = 900

/** The code as a drawing, its logo inside, so that it stands alone anywhere. */
export async function qrSvgFile(link: string, logo: string): Promise<Blob> {
  return new Blob([qrSvg(link, await logoData(logo), printPixels)], { type: 'image/svg+xml' })
}

/** The code as a picture of 900 px: sharp at 7 cm in print. Drawn here, sent nowhere. */
export async function qrPng(link: string, logo: string): Promise<Blob> {
  const address = URL.createObjectURL(await qrSvgFile(link, logo))
  try {
    const image = new Image(printPixels, printPixels)
    image.src = address
    await image.decode()
    const { canvas, context } = canvasOf(image)
    context.drawImage(image, 0, 0, printPixels, printPixels)
    return await blobOf(canvas, 'image/png')
  } finally {
    URL.revokeObjectURL(address)
  }
}

/**
 * One of our pictures as a JPEG of that size, its middle kept. Read from this host whatever the media host is: the canvas of a
 * picture of another origin cannot be read back.
 */
export async function jpegOf(pictureUrl: string, { width, height }: { width: number; height: number }): Promise<Blob> {
  const answer = await fetch(new URL(pictureUrl).pathname)
  const picture = await createImageBitmap(await answer.blob())
  const { canvas, context } = canvasOf({ width, height })
  const scale = Math.max(width / picture.width, height / picture.height)
  const [wide, high] = [picture.width * scale, picture.height * scale]
  context.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high)
  return await blobOf(canvas, 'image/jpeg', 0.85)
}

async function logoData(logo: string): Promise<string> {
  const svg = await (await fetch(logo)).text()
  return `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(svg)))}`
}
