/** Least pixels and final size of each picture: smaller is refused, larger is cropped to it (E-018..E-020, I-073, AMB-48). */
export const pictureSizes = {
  profileImage: { width: 500, height: 500 },
  coverImage: { width: 1200, height: 600 },
  cacImages: { width: 800, height: 1000 },
  picture: { width: 500, height: 500 },
} as const

/** The pictures of a page that may be one of our drawings until there is a photo. */
export const drawablePictures = ['profileImage', 'coverImage'] as const
export type DrawablePicture = (typeof drawablePictures)[number]

/** 10 MB per file before cropping (AMB-47). */
export const maximumPictureBytes = 10 * 1024 * 1024

/** 40 megapixels (AMB-47). */
export const maximumPicturePixels = 40_000_000

export type PictureSize = { width: number; height: number }

export function isLargeEnough(size: PictureSize, least: PictureSize): boolean {
  return size.width >= least.width && size.height >= least.height
}
