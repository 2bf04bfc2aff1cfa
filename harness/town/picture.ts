import sharp from 'sharp'
import { drawings, palettes, type Scene } from './scenes.ts'

// The server blocks every loader but four in its process (F5), which is this one when a test loads the town.
const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] }

/** A drawn picture as a JPEG of that size: sun, hills, ground and the thing of the trade. `variant` moves the light. */
export async function drawPicture(scene: Scene, width: number, height: number, variant = 0): Promise<Blob> {
  const palette = palettes[scene]
  const side = Math.min(width, height)
  const left = (width - side) / 2
  const ground = height * 0.72
  const sun = { x: width * (0.2 + 0.15 * (variant % 5)), y: height * 0.24, r: side * 0.13 }
  const hill = (x: number, wide: number, tall: number) =>
    `<ellipse cx="${width * x}" cy="${ground}" rx="${width * wide}" ry="${height * tall}" fill="${palette.ground}" opacity="0.16"/>`
  const hills = hill(0.15 + 0.2 * (variant % 3), 0.42, 0.2) + hill(0.95 - 0.25 * (variant % 4), 0.36, 0.13)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.sky}"/><stop offset="1" stop-color="${palette.light}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/><circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="#fff" opacity="0.7"/>${hills}<rect y="${ground}" width="${width}" height="${height - ground}" fill="${palette.ground}"/><g transform="translate(${left} ${height - side}) scale(${side / 100})">${drawings[scene](palette)}</g></svg>`
  sharp.unblock(svgLoader)
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
}
