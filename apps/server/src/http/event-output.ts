import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Heard } from '../db/live-hub.ts'

/** Unread bytes (back-pressure) above which a client is disconnected: it reconnects and reads everything again. */
const maxUnread = 65_536

const ownHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // Whoever ends a stream ends its connection: no other call may follow on it.
  connection: 'close',
}

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
    const date = new Date().toUTCString()
    const length = this.#isChunked && { 'transfer-encoding': 'chunked' }
    const headers = Object.entries({ ...reply.getHeaders(), ...ownHeaders, date, ...length })
    // Each cookie has a line of its own.
    const lines = headers.flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}\r\n`))
    return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`
  }

  /** `changed`, with ids only; `ready` at first and again after a gap: the client then reads everything. */
  notify(heard: Heard = 'gap'): void {
    this.#send(
      heard === 'gap'
        ? 'retry: 3000\nevent: ready\ndata: {}\n\n'
        : `event: changed\ndata: ${JSON.stringify(heard)}\n\n`,
    )
  }

  comment(): void {
    this.#send(': still here\n\n')
  }

  #send(text: string): void {
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
