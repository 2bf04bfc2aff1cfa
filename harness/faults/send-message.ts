import { encodeCall } from '@parvis/client/client'
import sharp from 'sharp'
import { type Answer, clientAt, tryCall } from '../bench/parts/http-client.ts'
import type { Thread } from '../sql/seed.ts'

/** A message in that conversation: of its resident, or of the business with the token of one of its people. */
export async function sendText(
  base: string,
  { discussionId, token }: Pick<Thread, 'discussionId' | 'token'>,
  message: string,
  companyId?: string,
): Promise<void> {
  const body = { message, ...(companyId !== undefined && { companyId }) }
  await clientAt(base).call('POST /v1/discussions/:id/message', { token, params: { id: discussionId }, body })
}

/** A message with a picture, as a browser's form sends it. */
export type PictureMessage = Awaited<ReturnType<typeof encodeCall>>

export async function pictureMessage(side = 700): Promise<PictureMessage> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const png = await sharp({ create: { width: side, height: side, channels: 3, background: '#0f5c4d', noise } })
    .png()
    .toBuffer()
  const image = new Blob([new Uint8Array(png)], { type: 'image/png' })
  return await encodeCall({ message: 'Voici la photo' }, { files: { image } })
}

export async function sendPicture(
  base: string,
  { discussionId, token }: Thread,
  { headers, payload: body }: PictureMessage,
): Promise<Answer> {
  // A burst waits in a queue of twenty for its decoders: on a busy machine longer than a browser does.
  const path = `/v1/discussions/${discussionId}/message`
  return await tryCall(base, 'POST', path, { token, body, headers, timeout: 120_000 })
}
