import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { refusals } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressNetworks, type Network } from '../admission/networks.ts'
import { smallBytes } from './json-answers.ts'

/** Time-outs and memory limits against slow clients (slow-loris, stalled readers), and the answer to broken HTTP. */

const bodyMilliseconds = 10_000
/** A body that is incomplete after this time counts as slow; an address may have this many slow ones at once. */
const slowMilliseconds = 3_000
const maxSlowOfAddress = 16

export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/**
 * `expectLonger` is called when the first awaited file of a body begins: the body then has the time of an upload, whose minimum rate is
 * checked apart, and which may `cut` it.
 */
export type TimedBody = { expectLonger(): void; cut(): void }

/** A body without files that is not here after 10 s is a slow client's: 408 and the connection closes (trust.md F21). */
export function registerBodyTimeout(app: FastifyInstance): void {
  app.decorateRequest('timedBody', null)
  const slow = new Map<string, number>()
  const count = (networks: readonly Network[], by: 1 | -1) => {
    for (const { subject } of networks) slow.set(subject, (slow.get(subject) ?? 0) + by)
    for (const { subject } of networks) if (slow.get(subject) === 0) slow.delete(subject)
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done()
    const { raw } = request
    let isSlow = false
    const networks = addressNetworks(request.ip)
    // Bytes that arrived while the event loop was busy are read first: the server was slow then, not the client.
    const cut = () => setImmediate(() => cutSlowBody(raw, reply.raw))
    const look = () => {
      if (raw.complete) return
      // A request that was answered before its body came holds only its socket.
      isSlow = !reply.raw.writableEnded
      if (isSlow) count(networks, 1)
      const isBeyond = networks.some(({ subject, factor }) => (slow.get(subject) ?? 0) > maxSlowOfAddress * factor)
      if (isSlow && isBeyond) cut()
      else timer = setTimeout(cut, bodyMilliseconds - slowMilliseconds)
    }
    let timer = setTimeout(() => setImmediate(look), slowMilliseconds)
    const clear = () => {
      clearTimeout(timer)
      if (isSlow) count(networks, -1)
      isSlow = false
    }
    request.setDecorator<TimedBody>('timedBody', { expectLonger: clear, cut })
    raw.once('end', clear).once('close', clear)
    done()
  })
}

function cutSlowBody(raw: IncomingMessage, answer: ServerResponse): void {
  if (raw.complete) return
  const error = Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  // A call that was refused before its body came has had its one answer.
  if (answer.writableEnded) raw.destroy()
  else answerBrokenRequest(error, raw.socket)
}

// Node re-arms the socket timeout once if bytes were written meanwhile: 2 × 6 s, behind the 2 s that a call may have waited for its turn
// (admission/calls.ts), are 14 s, below the 15 s required.
const stalledMilliseconds = 6_000
/**
 * Memory for answers that wait for their readers, all together. Above it, the client that has kept one waiting longest is
 * disconnected.
 */
const maxUnread = 64 * 1024 * 1024

/**
 * Disconnects a client that reads nothing of its answer for 6 s, since the answer waits in memory (trust.md F21, G19). A slow
 * reader that goes on reading stays. Hijacked event streams count their unread bytes instead.
 */
export function registerSlowReaders(app: FastifyInstance, milliseconds = stalledMilliseconds, max = maxUnread): void {
  const { waits, left } = countUnread(max)
  // Node resets the socket time-out once the response is sent.
  const limit = (socket: unknown) => {
    if (socket instanceof Socket) socket.setTimeout(milliseconds)
  }
  const watch = (socket: Socket, answer: ServerResponse, bytes: number | undefined) => {
    if (answer.socket) limit(answer.socket)
    // With HTTP pipelining the next request waits for this response, and has the socket later.
    else answer.once('socket', limit)
    if (bytes === undefined || socket.destroyed) return
    waits(socket, bytes)
    answer.once('finish', () => left(socket, bytes))
  }
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : undefined
    if (bytes === undefined || bytes > smallBytes) watch(request.raw.socket, raw, bytes)
    done(null, payload)
  })
}

/** The unread bytes of each connection, in the order in which they began to wait. */
function countUnread(max: number) {
  const unread = new Map<Socket, number>()
  const known = new WeakSet<Socket>()
  let total = 0
  const left = (socket: Socket, bytes = unread.get(socket) ?? 0) => {
    const before = unread.get(socket)
    if (before === undefined) return
    total -= bytes
    if (before > bytes) unread.set(socket, before - bytes)
    else unread.delete(socket)
  }
  const waits = (socket: Socket, bytes: number) => {
    // A response queued behind another (pipelining) never emits `finish` when the socket dies.
    if (!known.has(socket)) socket.once('close', () => left(socket))
    known.add(socket)
    unread.set(socket, (unread.get(socket) ?? 0) + bytes)
    total += bytes
    for (const [oldest] of unread) {
      if (total <= max) break
      left(oldest)
      oldest.destroy()
    }
  }
  return { waits, left }
}

const statusOf: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** No request object exists here, so only the static security headers are sent. */
const headers =
  "x-content-type-options: nosniff\r\ncache-control: no-store\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n"

/** What is not HTTP gets one answer in the envelope, then the connection closes. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason] = statusOf[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ error: { code: 'VALIDATION', message: refusals['request.validation'].text } })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}connection: close\r\n\r\n${body}`,
  )
  // Destroys the socket after the answer: a client that never closes would keep it half-open.
  setTimeout(() => socket.destroy(), 1_000).unref()
}
