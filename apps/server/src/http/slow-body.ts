import type { FastifyInstance } from 'fastify'
import { answerBrokenRequest } from './broken-request.ts'

const bodyMilliseconds = 10_000

/** A body without files that is not here after 10 s is a slow client's: 408 and the connection closes (trust.md F21). Uploads have the server's own limit. */
export function registerBodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers }, reply, done) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (!hasBody || headers['content-type']?.startsWith('multipart/')) return done()
    const timer = setTimeout(() => {
      const error = Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      // A call that was refused before its body came has had its one answer (T29).
      if (reply.raw.writableEnded) raw.destroy()
      else if (!raw.complete) answerBrokenRequest(error, raw.socket)
    }, bodyMilliseconds)
    const clear = () => clearTimeout(timer)
    raw.once('end', clear).once('close', clear)
    done()
  })
}
