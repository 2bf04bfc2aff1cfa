import { promises as dns, type LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { addAbortSignal, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type Environment, noteFault, wordsOf } from '../environment.ts'
import { isPublicAddress, readPublicUrl } from './public-address.ts'

/** What came of reading an address that somebody gave; never a word of an answer that is no success. */
export type OutgoingReply =
  | { kind: 'read'; bytes: Buffer; etag: string | null }
  /** 304 to the ETag that was sent. */
  | { kind: 'unchanged' }
  /** Inside addresses, too many redirects, 4xx. */
  | { kind: 'refused' }
  /** No such name, no answer in time, 429, 5xx. */
  | { kind: 'silent' }
  | { kind: 'too_large' }

/** Reads addresses that strangers give: the only client that may call a host which no setting names. */
export type Outgoing = {
  /** The address as it may be called; undefined when it may not (https, port 443, public). */
  judge: (written: string) => URL | undefined
  read: (url: URL, etag: string | null) => Promise<OutgoingReply>
}

/** OUTGOING_ORIGINS: exact origins also allowed, for tests alone. */
export function readOutgoingOrigins(env: Environment, production: boolean): readonly string[] {
  const origins = wordsOf(env.OUTGOING_ORIGINS)
  if (origins.length > 0 && production)
    noteFault(env, 'OUTGOING_ORIGINS', 'OUTGOING_ORIGINS ouvre des adresses internes : elle n’est que pour les tests')
  const wrong = origins.find((origin) => URL.parse(origin)?.origin !== origin)
  if (wrong) noteFault(env, 'OUTGOING_ORIGINS', `OUTGOING_ORIGINS contient « ${wrong} », qui n’est pas une origine`)
  return origins
}

type Options = {
  origins: readonly string[]
  userAgent: string
  /** For the whole reading, redirects included. */
  timeoutMs?: number
  /** Every address of a name. */
  resolve?: (host: string) => Promise<LookupAddress[]>
}

const maxRedirects = 3
const maxBytes = 1_000_000

/**
 * A GET without cookies in 10 s, of at most 1 MB once unpacked. Every resolved address of each hop must be public, and the connection
 * goes to one of those that were judged, so that a name cannot change its mind in between (DNS rebinding).
 */
export function createOutgoing({ origins, userAgent, timeoutMs = 10_000, resolve = resolveAll }: Options): Outgoing {
  const judge = (written: string) => readPublicUrl(written, origins)
  const connect = async (url: URL, etag: string | null, signal: AbortSignal) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = await within(signal, resolve(host))
    const isJudged = origins.includes(url.origin) || addresses.every(({ address }) => isPublicAddress(address))
    if (addresses.length === 0 || !isJudged) return undefined
    const headers = {
      accept: 'text/calendar, */*;q=0.1',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': userAgent,
      ...(etag && { 'if-none-match': etag }),
    }
    return await get(url, { headers, signal, lookup: pinnedTo(addresses) })
  }
  return {
    judge,
    read: async (first, etag) => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        let url = judge(first.href)
        for (let hop = 0; url && hop <= maxRedirects; hop += 1) {
          const reply = await connect(url, etag, signal)
          if (!reply) break
          if (reply.statusCode === 200) return await readBody(reply, signal)
          reply.destroy()
          const kind = kindOfStatus(reply.statusCode ?? 0, etag !== null)
          if (kind) return { kind }
          const next = URL.parse(reply.headers.location ?? '', url)
          url = next ? judge(next.href) : undefined
        }
        return { kind: 'refused' }
      } catch {
        return { kind: 'silent' }
      }
    },
  }
}

/** Undefined of a redirect. */
function kindOfStatus(status: number, isConditional: boolean): 'unchanged' | 'silent' | 'refused' | undefined {
  if (status === 304 && isConditional) return 'unchanged'
  if (status === 429 || status >= 500) return 'silent'
  return status >= 300 && status < 400 ? undefined : 'refused'
}

const resolveAll = async (host: string): Promise<LookupAddress[]> =>
  isIP(host) ? [{ address: host, family: isIP(host) }] : await dns.lookup(host, { all: true })

/** Answers what was judged, whatever the name resolves to now. */
const pinnedTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [{ address, family } = { address: '', family: 4 }] = addresses
    if (all) done(null, addresses)
    else done(null, address, family)
  }

type Sending = { headers: Record<string, string>; signal: AbortSignal; lookup: LookupFunction }

/** node:http is imported with the first reading: as a module it loads undici too, a tenth of the start. */
async function get(url: URL, sending: Sending): Promise<IncomingMessage> {
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return await new Promise((resolve, reject) => {
    // Without an agent: no connection is kept, so that each one goes to an address judged for it.
    request(url, { ...sending, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
}

async function readBody(reply: IncomingMessage, signal: AbortSignal): Promise<OutgoingReply> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of addAbortSignal(signal, unpacked(reply))) {
      bytes += chunk.length
      if (bytes > maxBytes) return { kind: 'too_large' }
      chunks.push(chunk)
    }
  } finally {
    reply.destroy()
  }
  return { kind: 'read', bytes: Buffer.concat(chunks), etag: reply.headers.etag?.slice(0, 200) ?? null }
}

/** A decompressor gives at most 16 KB at once: a bomb is stopped by the bytes that came out. */
function unpacked(reply: IncomingMessage): Readable {
  const encoding = reply.headers['content-encoding']?.trim().toLowerCase()
  const make = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }
  const unpack = encoding && encoding in make ? make[encoding as keyof typeof make]() : undefined
  return unpack ? pipeline(reply, unpack, () => undefined) : reply
}

async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return await new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
