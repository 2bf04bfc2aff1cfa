import Fastify, { type FastifyBaseLogger, type FastifyLoggerOptions, type FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { createLogOutput } from './log-output.ts'

const phones = /(?:\+|00)?33\d{9}|\b0[1-9]\d{8}\b/g
// The longest a name before the @ may be: a line of a megabyte is read once, not once per letter.
const emails = /[\w.+-]{1,64}@[\w-]+\.[\w.-]+/g
const tokens = /\b[A-Za-z0-9_-]{43}\b/g

/** One JSON line per event, UTC, without phones, codes, tokens or e-mails (T33). */
export function loggerOptions({ logLevel }: Config): FastifyLoggerOptions & { [option: string]: unknown } {
  return {
    level: logLevel,
    stream: createLogOutput(),
    base: null,
    formatters: { log: maskTexts },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] ?? '' }),
      err: (error: Error) => ({ type: error.name, message: mask(error.message), stack: mask(error.stack ?? '') }),
    },
  }
}

/** The same log for what happens outside any call: start, jobs, providers, the end of the process; a worker answers no calls. */
export function createLog(config: Config): FastifyBaseLogger {
  return Fastify({ logger: loggerOptions(config) }).log
}

/** Whatever a line says beside its message; a provider's refusal may quote what it was sent. */
function maskTexts(details: Record<string, unknown>): Record<string, unknown> {
  const masked = Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? mask(value) : value])
  return Object.fromEntries(masked)
}

function mask(text: string): string {
  return text.replace(tokens, '•••').replace(emails, '•••@•••').replace(phones, '+33•••')
}
