import { refusal } from '@parvis/domain/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isPrivateMediaAllowed, readServedFile } from '../../pictures/picture-store.ts'
import { isSizedName, readSized, wholeOf } from '../../pictures/sized-picture.ts'
import { isActFile, sendActFile } from '../acts/index.ts'

const mediaName = /^[0-9a-f]{32}\.(jpg|webp)$/

/** A public image under its unguessable name: it never changes, so browsers keep it for a year. */
export async function readMedia(
  deps: Dependencies,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (isActFile(name)) return await sendActFile(deps, name, request, reply)
  const { gateways } = deps
  const isSized = isSizedName(name)
  if (!isSized && !mediaName.test(name)) throw refusal('request.not_found')
  const known = request.headers['if-none-match'] === `"${name}"`
  const read = () => (isSized ? readSized(gateways.blobs, name) : gateways.blobs.get(`public/${name}`))
  const bytes = known ? undefined : await readServedFile(read)
  if (!bytes && !known) {
    // The copy cannot be made now: the whole picture is sent without caching, so that the next visit asks again.
    const whole = await readServedFile(() => gateways.blobs.get(`public/${wholeOf(name)}`))
    return await sendImage(reply.header('cache-control', 'no-store'), name, whole)
  }
  // Only existing pictures are cached: a 404 cached for a year would hide the image for good.
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', `"${name}"`)
  await (bytes ? sendImage(reply, name, bytes) : reply.code(304).send())
}

/** An image of a conversation: 403 LINK_EXPIRED when the address is altered or an hour old. */
export async function readPrivateMedia(
  { gateways, config, db }: Dependencies,
  name: string,
  proof: { expires?: string | undefined; signature?: string | undefined },
  reply: FastifyReply,
): Promise<void> {
  const now = await readNow(db)
  if (!isPrivateMediaAllowed(config, name, proof, now.epochMilliseconds)) throw refusal('request.link_expired')
  if (!mediaName.test(name)) throw refusal('request.not_found')
  const bytes = await readServedFile(() => gateways.blobs.get(`private/${name}`))
  // no-store: nothing of a conversation stays in a browser after signing out.
  await sendImage(reply.header('cache-control', 'private, no-store'), name, bytes)
}

async function sendImage(reply: FastifyReply, name: string, bytes: Buffer): Promise<void> {
  await reply
    .type(name.endsWith('.webp') ? 'image/webp' : 'image/jpeg')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-disposition', 'inline')
    .send(bytes)
}
