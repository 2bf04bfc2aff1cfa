import { hash } from 'node:crypto'
import { durations, secondsOf } from '@parvis/domain/kernel/durations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress, type Encoding, encodingOf } from '../../../http/compression.ts'

/** Answer of an address of the site: a page, a feed, or a redirect. */
export type SiteAnswer = {
  status: number
  type?: string
  /** Written part by part, in slices of time, where it may be long. */
  body?: string | Buffer | (() => AsyncIterable<string>)
  location?: string
  cache: string
  lastModified?: Date
  /** The name under which it is saved. */
  filename?: string
  /** Kept out of search engines. */
  isHidden?: boolean
  /** Other sites may frame it. */
  isFrameable?: boolean
  /** CSP of a drawn page: its sheet is its own. */
  policy?: string
  /** Companies and towns that it shows: their changes make it old. */
  tags?: readonly string[]
}

const fresh = secondsOf(durations.freshPage)

export const caching = {
  page: `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${fresh}, stale-if-error=86400`,
  feed: 'public, max-age=900, stale-while-revalidate=3600',
  map: 'public, max-age=86400',
  /** For redirects to the plain form of an address, and of counted codes (residents.md 15.31). */
  moved: 'public, max-age=86400',
  /** For redirects after a rename, of a title or of a subdomain. */
  renamed: `public, max-age=0, s-maxage=${fresh}`,
  town: 'public, max-age=3600',
  notFound: `public, s-maxage=${fresh}`,
  gone: 'public, s-maxage=3600',
  private: 'private, no-store',
  never: 'no-store',
  revalidated: 'no-cache',
} as const

export const redirect = (status: 301 | 302 | 303, location: string, cache: string): SiteAnswer => ({
  status,
  location,
  cache,
})

/** An answer ready to leave, compressed once for all its readers. */
export type ReadyAnswer = Omit<SiteAnswer, 'body'> & { etag?: string; bytes: Buffer; br?: Buffer; gzip?: Buffer }

/** Longer answers are not cached. */
const maxCachedBytes = 1024 * 1024

export async function readyAnswer({ body = '', tags, ...answer }: SiteAnswer): Promise<ReadyAnswer> {
  const bytes = alone(Buffer.from(typeof body === 'function' ? await written(body) : body))
  const isValidated = answer.status === 200 && answer.cache !== caching.private && answer.cache !== caching.never
  const etag = isValidated ? `W/"${hash('sha1', bytes, 'base64url')}"` : undefined
  return { ...answer, bytes, ...(etag && { etag }), ...(tags && bytes.length <= maxCachedBytes && { tags }) }
}

async function written(body: () => AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of body()) text += part
  return text
}

const minCompressed = 600

/** Sends it as the request accepts it; HEAD and a known ETag have no body. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: ReadyAnswer,
): Promise<FastifyReply> {
  reply.code(ready.status).header('cache-control', ready.cache)
  if (ready.location !== undefined) return reply.header('location', ready.location).send()
  writeHeaders(reply, ready)
  if (ready.etag && isKnown(request.headers['if-none-match'], ready.etag)) return reply.code(304).send()
  if (request.method === 'HEAD') return reply.send()
  const encoding = ready.bytes.length < minCompressed ? undefined : encodingOf(request.headers['accept-encoding'])
  if (!encoding) return reply.send(ready.bytes)
  return reply.header('content-encoding', encoding).send(await compressedForm(ready, encoding))
}

function writeHeaders(reply: FastifyReply, ready: ReadyAnswer): void {
  reply.header('vary', 'Accept-Encoding').type(ready.type ?? 'text/html; charset=utf-8')
  if (ready.policy) reply.header('content-security-policy', ready.policy)
  if (ready.isFrameable) reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin')
  if (ready.etag) reply.header('etag', ready.etag)
  if (ready.lastModified) reply.header('last-modified', ready.lastModified.toUTCString())
  if (ready.filename) reply.header('content-disposition', `attachment; filename="${ready.filename}"`)
  if (ready.status >= 400 || ready.isHidden) reply.header('x-robots-tag', 'noindex')
}

function isKnown(header: string | undefined, etag: string): boolean {
  const plain = (value: string) => value.trim().replace(/^W\//, '')
  return header?.split(',').some((value) => value.trim() === '*' || plain(value) === plain(etag)) ?? false
}

/** Made once for all readers. @internal */
export async function compressedForm(ready: ReadyAnswer, encoding: Encoding): Promise<Buffer> {
  const known = ready[encoding]
  if (known) return known
  ready[encoding] = alone(await compress(ready.bytes, encoding))
  return ready[encoding]
}

/**
 * A copy that shares its memory with nothing. A page in memory would else hold the 16 kB in which zlib wrote each of its forms, and
 * the pool from which Node takes short buffers: five times what a short page counts.
 */
function alone(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** While `apps/site` is not built. */
export function sendUnbuilt(reply: FastifyReply): FastifyReply {
  const sentence = 'Ces pages ne sont pas construites\u00a0: npm run build les construit.'
  return reply.code(503).header('retry-after', 5).type('text/plain; charset=utf-8').send(sentence)
}
