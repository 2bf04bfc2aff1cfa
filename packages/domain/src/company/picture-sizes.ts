export type PictureSize = { width: number; height: number }

/**
 * Rule of a picture, in pixels: `exact` crops to that size, which is also the minimum; `within` only shrinks. `gif`: a GIF is
 * read too, its first frame.
 */
export type PictureRule = { exact: PictureSize } | { within: PictureSize; gif?: true }

/** What the server does with each picture, and what the portal says and crops before. */
export const pictureRules = {
  profile: { exact: { width: 500, height: 500 } },
  cover: { exact: { width: 1200, height: 600 } },
  clickAndCollect: { exact: { width: 800, height: 1000 } },
  gallery: { exact: { width: 960, height: 720 } },
  instant: { exact: { width: 500, height: 500 } },
  message: { within: { width: 1600, height: 1600 }, gif: true },
  identity: { within: { width: 2400, height: 2400 } },
} as const satisfies Record<string, PictureRule>

/** The pictures of a page that may be one of our drawings until there is a photo. */
export const drawablePictures = ['profileImage', 'coverImage'] as const
export type DrawablePicture = (typeof drawablePictures)[number]

/** Formats that the server decodes whatever the rule; file choosers offer the same. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** 10 MB per file before cropping. */
export const maximumPictureBytes = 10 * 1024 * 1024

/** 40 megapixels. */
export const maximumPicturePixels = 40_000_000

export function isLargeEnough(size: PictureSize, minimum: PictureSize): boolean {
  return size.width >= minimum.width && size.height >= minimum.height
}
