import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip'

/** The first of our encodings that Accept-Encoding allows; `q=0` is a refusal. */
export function encodingOf(header: string | undefined): Encoding | undefined {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', quality = 'q=1'] = part.split(';', 2)
      return [name.trim().toLowerCase(), Number(quality.trim().slice(2))] as const
    }),
  )
  const takes = (name: Encoding) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find(takes)
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Size above which compression runs in libuv's thread pool, since it would block the event loop (a town's feed). */
const maxAtOnce = 64 * 1024

/**
 * Up to 64 kB on the main thread: handing 30 kB to the pool costs more processor time than compressing them. Brotli quality 3 takes
 * a third of the time of 5 for a tenth more bytes; a window of the size of a page saves a fifth against the default 4 MB.
 */
async function toBrotliHere(bytes: Buffer): Promise<Buffer> {
  const isShort = bytes.length <= maxAtOnce
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: isShort ? 16 : 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return isShort ? brotliCompressSync(bytes, { params }) : await toBrotli(bytes, { params })
}

export const compress = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? await toBrotliHere(bytes) : await toGzip(bytes)

/** Below this the headers weigh as much as what would be saved. */
const minJson = 1_000

/**
 * The encoding in which an answer of the API leaves. None for a short one, for a write's, which may hold a new secret, and for one
 * to a cookie, which a foreign page can have sent (BREACH: docs/security.md). Not by @fastify/compress: it works in an onSend hook,
 * which plain answers skip, and makes a stream without a length of each.
 */
export function encodingOfJson(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  length: number,
): Encoding | undefined {
  if (method !== 'GET' || headers.cookie !== undefined || length < minJson) return undefined
  return encodingOf(headers['accept-encoding'])
}
