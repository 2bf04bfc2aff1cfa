import { writeSync } from 'node:fs'
import { codeOf } from '@parvis/domain/kernel/error-code'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyLoggerOptions,
  type FastifyRequest,
} from 'fastify'
import type { Config } from '../config.ts'
import { countCall } from '../metrics.ts'

const phones = /(?:\+|00)?33\d{9}|\b0[1-9]\d{8}\b/g
// Longest local part of an e-mail that the mask looks for: the regular expression stays linear on a line of a megabyte.
const emails = /[\w.+-]{1,64}@[\w-]+\.[\w.-]+/g
const tokens = /\b[A-Za-z0-9_-]{43}\b/g

/** One JSON line per event, UTC, without phones, codes, tokens or e-mails. */
export function loggerOptions({ logLevel, role }: Config): FastifyLoggerOptions & { [option: string]: unknown } {
  return {
    level: logLevel,
    stream: createLogOutput(),
    base: { service: `parvis-${role}`, pid: process.pid },
    formatters: { log: maskTexts },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] ?? '' }),
      err: (error: Error) => ({ type: error.name, message: mask(error.message), stack: mask(error.stack ?? '') }),
    },
  }
}

/** The same logger for code outside any call: start, jobs, providers, shutdown. */
export function createLog(config: Config): FastifyBaseLogger {
  return Fastify({ logger: loggerOptions(config) }).log
}

/** Asked every few seconds by those who watch: no line. */
export const watched = /^\/v1\/(?:health|metrics)/

/**
 * What is noted of each call as it is answered: a log line, and of a call of the API its time and its span. By its route, never its
 * address, which may name a person: without a text from outside, the line needs no mask.
 */
export function recordCalls(app: FastifyInstance): void {
  const log = app.log.child({}, { formatters: { log: (details) => details } })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { method, id, headers } = request
    const { url: route = 'none' } = request.routeOptions
    const { statusCode: status, elapsedTime: milliseconds } = reply
    if (!watched.test(route))
      log.info({ method, route, status, milliseconds: Math.round(milliseconds * 10) / 10, reqId: id }, 'answered')
    if (route.startsWith('/v1/'))
      countCall({ id, method, route, status, milliseconds, traceparent: headers.traceparent })
  })
}

/** Masks the texts of a log line's details; a provider's refusal may quote what it was sent. */
function maskTexts(details: Record<string, unknown>): Record<string, unknown> {
  const masked = Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? mask(value) : value])
  return Object.fromEntries(masked)
}

function mask(text: string): string {
  return text.replace(tokens, '•••').replace(emails, '•••@•••').replace(phones, '+33•••')
}

type Write = (bytes: Buffer) => number

const tries = 5
const waitMilliseconds = 20

/**
 * Destination of log lines. A line that cannot be written is dropped: pino's own destination ends the process on a full disk,
 * then waits for ever for room (trust.md F05). A slow reader (EAGAIN) is retried for a tenth of a second. @internal
 */
export function createLogOutput(write: Write = (bytes) => writeSync(1, bytes)): { write(line: string): void } {
  let isCut = false
  return {
    write(line) {
      // A line that follows a partial one starts on a new line, so that it still parses.
      const bytes = Buffer.from(isCut ? `\n${line}` : line)
      const written = writeWhole(write, bytes)
      if (written > 0) isCut = written < bytes.length
    },
  }
}

/** Returns how many bytes were written. */
function writeWhole(write: Write, bytes: Buffer): number {
  let written = 0
  for (let left = tries; left > 0 && written < bytes.length; ) {
    try {
      const now = write(bytes.subarray(written))
      if (now === 0) return written
      written += now
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') return written
      left--
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMilliseconds)
    }
  }
  return written
}
