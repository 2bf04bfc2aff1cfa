import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** Unread bytes (back-pressure) above which a client is disconnected: it reconnects and reads everything again. */
const maxUnread = 65_536

const ownHeaders: readonly (readonly [string, string])[] = [
  ['content-type', 'text/event-stream; charset=utf-8'],
  ['cache-control', 'no-store'],
  ['x-accel-buffering', 'no'],
]

/**
 * Writes a server-sent event stream straight to the socket. The stream stays open for hours and is mostly silent; to Node and
 * Fastify the call is over, because their request, response and headers would hold more than 10 kB for each open page.
 */
export class EventOutput {
  readonly #socket: Socket
  /** HTTP/1.0 has no chunked encoding: for such a proxy the stream ends with the connection. */
  readonly #isChunked: boolean

  constructor(reply: FastifyReply) {
    const { raw, request } = reply
    const { socket } = request.raw
    this.#socket = socket
    const hasBody = request.method !== 'HEAD'
    this.#isChunked = hasBody && request.raw.httpVersionMinor > 0
    const head = this.#head(reply)
    reply.hijack()
    // `finish` makes Node release the request and its response; the keep-alive timeout would then close the idle socket.
    raw.emit('finish')
    socket.setTimeout(0)
    socket.write(head)
    if (!hasBody) socket.end()
  }

  #head(reply: FastifyReply): string {
    const headers = new Map(
      Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    )
    for (const [name, value] of ownHeaders) headers.set(name, value)
    headers.set('date', new Date().toUTCString())
    if (this.#isChunked) headers.set('transfer-encoding', 'chunked')
    headers.set('connection', this.#isChunked ? 'keep-alive' : 'close')
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`)
    return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`
  }

  send(text: string): void {
    if (this.#socket.writableEnded || this.#socket.destroyed) return
    if (this.#socket.writableLength > maxUnread) this.#socket.destroy()
    else this.#socket.write(this.#isChunked ? `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n` : text)
  }

  end(): void {
    if (this.#socket.writableEnded) return
    this.#socket.end(this.#isChunked ? '0\r\n\r\n' : '')
  }

  onClose(listener: () => void): void {
    if (this.#socket.destroyed) listener()
    else this.#socket.once('close', listener)
  }
}
