import { pictureRules } from '@parvis/domain/company/picture-sizes'
import type { SitePicture } from '@parvis/domain/site/shown'
import type { Config } from '../../config.ts'
import { sizedWidths } from '../../pictures/sized-picture.ts'
import { residentHome, type SiteBase } from './addresses.ts'

/**
 * Where the pages of a host take their pictures from: the residents' host answers them too, and costs the first
 * picture no second connection; unless they have a host apart, and on hosts that answer nothing but pages.
 */
export function pictureHome(config: Config, { host }: Pick<SiteBase, 'host'> = { host: 'resident' }): string {
  const isApart = config.mediaOrigin !== config.publicUrl
  return host === 'resident' && !isApart ? residentHome(config) : config.mediaOrigin
}

/** A stored picture as the pages show it: JPEG, and the WebP that was made with it, in the widths of W-121. */
export function pictureOf(
  home: string,
  name: string,
  size: { width: number; height: number },
  alt: string,
): SitePicture {
  const src = `${home}/v1/media/${name}`
  const stem = src.replace(/\.jpg$/, '')
  const widths = sizedWidths[size.width === size.height ? 'square' : 'cover'].filter((width) => width < size.width)
  const webp = [...widths.map((width) => `${stem}-${width}.webp ${width}w`), `${stem}.webp ${size.width}w`].join(', ')
  return { src, webp, ...size, alt }
}

/** The picture of a business beside its name, which says the rest; null without one. */
export const profilePictureOf = (home: string, { profilePicture }: { profilePicture: string | null }) =>
  profilePicture ? pictureOf(home, profilePicture, square, '') : null

export const square = { width: 500, height: 500 }
export const wide = { width: 1200, height: 600 }
export const upright = { width: 800, height: 1000 }
export const landscape = pictureRules.gallery.exact
