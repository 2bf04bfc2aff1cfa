import type { Socket } from 'node:net'
import { refusalTexts } from '@parvis/domain/refusal-texts.fr'

const statusOf: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** The calls' own headers need a request; a body that is no page needs no more than these. */
const headers =
  "x-content-type-options: nosniff\r\ncache-control: no-store\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n"

/** What is not HTTP gets one answer in the envelope, then the connection closes (T29). */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason] = statusOf[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ error: { code: 'VALIDATION', message: refusalTexts['request.validation'] } })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}connection: close\r\n\r\n${body}`,
  )
  // A client that never hangs up would keep its half open.
  setTimeout(() => socket.destroy(), 1_000).unref()
}
