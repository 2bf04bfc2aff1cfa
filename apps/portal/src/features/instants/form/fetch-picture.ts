import type { Company } from '../../../lib/session.ts'
import type { ServerInstant } from '../instant.ts'

const maxPictures = 4

/** The addresses of pictures already here: those of the last instants, then the portrait of the business. */
export function knownPictures(instants: readonly ServerInstant[], { profileImage }: Company): string[] {
  const urls = [...instants.map(({ instantInformation }) => instantInformation.pictureUrl), profileImage]
  return [...new Set(urls.flatMap((url) => url || []))].slice(0, maxPictures)
}

/** The first of them that can be read. */
export async function lastPicture(urls: readonly string[]): Promise<Blob | null> {
  for (const url of urls) {
    const picture = await fetchPicture(url)
    if (picture) return picture
  }
  return null
}

/**
 * Downloads a stored picture as a file to send again; undefined when it cannot be read. Read from this origin, because a canvas
 * of another origin is tainted.
 */
export async function fetchPicture(url: string): Promise<Blob | undefined> {
  const { pathname, search } = new URL(url, window.location.href)
  const address = pathname.startsWith('/v1/media/') ? pathname + search : url
  try {
    const reply = await fetch(address)
    const picture = await reply.blob()
    return reply.ok && picture.type.startsWith('image/') ? picture : undefined
  } catch {
    return undefined
  }
}
