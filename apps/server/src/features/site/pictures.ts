import type { SitePicture } from '@parvis/domain/site/shown'
import type { Config } from '../../config.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { sizedWidths } from '../../pictures/sized-picture.ts'

/** A stored picture as the pages show it: JPEG, and the WebP that was made with it, in the widths of W-121. */
export function pictureOf(
  config: Config,
  name: string,
  size: { width: number; height: number },
  alt: string,
): SitePicture {
  const src = mediaUrl(config, name)
  const stem = src.replace(/\.jpg$/, '')
  const widths = sizedWidths[size.width === size.height ? 'square' : 'cover'].filter((width) => width < size.width)
  const webp = [...widths.map((width) => `${stem}-${width}.webp ${width}w`), `${stem}.webp ${size.width}w`].join(', ')
  return { src, webp, ...size, alt }
}

export const square = { width: 500, height: 500 }
export const wide = { width: 1200, height: 600 }
export const upright = { width: 800, height: 1000 }
