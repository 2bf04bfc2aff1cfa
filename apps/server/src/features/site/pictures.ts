import type { SitePicture } from '@parvis/domain/site/shown'
import type { Config } from '../../config.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'

/** A stored picture as the pages show it: JPEG, and the WebP that was made with it. */
export function pictureOf(
  config: Config,
  name: string,
  size: { width: number; height: number },
  alt: string,
): SitePicture {
  const src = mediaUrl(config, name)
  return { src, webp: src.replace(/\.jpg$/, '.webp'), ...size, alt }
}

export const square = { width: 500, height: 500 }
export const wide = { width: 1200, height: 600 }
export const upright = { width: 800, height: 1000 }
