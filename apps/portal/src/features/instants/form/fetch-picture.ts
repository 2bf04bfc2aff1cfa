/** A stored picture as a file to send again; nothing when it cannot be read. Our own pictures are read from this very site. */
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
