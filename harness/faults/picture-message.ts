import sharp from 'sharp'
import { type Answer, call } from '../bench/parts/http-client.ts'
import type { Thread } from '../sql/seed.ts'

/** A message with a picture, as a browser's form sends it. */
export type PictureMessage = { type: string; body: Buffer }

export async function pictureMessage(side = 700): Promise<PictureMessage> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const png = await sharp({ create: { width: side, height: side, channels: 3, background: '#0f5c4d', noise } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('message', 'Voici la photo')
  form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'photo.png')
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) }
}

/** Undefined when no answer came. */
export async function sendPicture(
  base: string,
  { discussionId, token }: Thread,
  { type, body }: PictureMessage,
): Promise<Answer | undefined> {
  const headers = { 'content-type': type }
  return await call(base, 'POST', `/v1/discussions/${discussionId}/message`, { token, body, headers }).catch(
    () => undefined,
  )
}
