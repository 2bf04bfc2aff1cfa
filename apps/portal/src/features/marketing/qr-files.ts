import { qrSvg } from '../../ui/qr-svg.ts'

const printPixels = 900

/** The code as a drawing, its logo inside, so that it stands alone anywhere. */
export async function qrSvgFile(link: string, logo: string): Promise<Blob> {
  return new Blob([qrSvg(link, await logoData(logo), printPixels)], { type: 'image/svg+xml' })
}

/** The code as a picture of 900 px: sharp at 7 cm in print. Drawn here, sent nowhere (AMB-118). */
export async function qrPng(link: string, logo: string): Promise<Blob> {
  const address = URL.createObjectURL(await qrSvgFile(link, logo))
  try {
    const image = new Image(printPixels, printPixels)
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = printPixels
    canvas.height = printPixels
    canvas.getContext('2d')?.drawImage(image, 0, 0, printPixels, printPixels)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the code could not be drawn'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function logoData(logo: string): Promise<string> {
  const svg = await (await fetch(logo)).text()
  return `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(svg)))}`
}
