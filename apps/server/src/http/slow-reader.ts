import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// Node looks a second time before it closes, if anything left at all since the answer began: 14 s then, of the 15 allowed.
const stalledMilliseconds = 7_000
/** What the system's own buffers take at once, whoever reads: most answers. */
const small = 16 * 1024
/** Answers that wait in memory for their readers, all together. Beyond it, who has kept one waiting longest is let go. */
const mostUnread = 64 * 1024 * 1024

/**
 * A client that takes nothing of its answer for 7 s is let go: the answer waits in memory meanwhile (trust.md F21, G19).
 * One that reads slowly but goes on reading is not. Event streams, hijacked, count what is unread instead.
 */
export function registerSlowReaders(app: FastifyInstance, milliseconds = stalledMilliseconds, most = mostUnread): void {
  const { waits, left } = countUnread(most)
  // Node sets its own limit again once the answer is out.
  const limit = (socket: unknown) => {
    if (socket instanceof Socket) socket.setTimeout(milliseconds)
  }
  const watch = (socket: Socket, answer: ServerResponse, bytes: number | undefined) => {
    if (answer.socket) limit(answer.socket)
    // A call that was sent before the last one was answered has the connection later.
    else answer.once('socket', limit)
    if (bytes === undefined || socket.destroyed) return
    waits(socket, bytes)
    answer.once('finish', () => left(socket, bytes))
  }
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : undefined
    if (bytes === undefined || bytes > small) watch(request.raw.socket, raw, bytes)
    done(null, payload)
  })
}

/** How much of its answers each connection has not taken, the one that has waited longest first. */
function countUnread(most: number) {
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
    // An answer that was still to come when the connection ended never says that it is finished.
    if (!known.has(socket)) socket.once('close', () => left(socket))
    known.add(socket)
    unread.set(socket, (unread.get(socket) ?? 0) + bytes)
    total += bytes
    for (const [oldest] of unread) {
      if (total <= most) break
      left(oldest)
      oldest.destroy()
    }
  }
  return { waits, left }
}
