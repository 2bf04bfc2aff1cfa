import { Readable } from 'node:stream'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CallPlace } from '../current-call.ts'
import { inSlices } from '../fair-turns.ts'
import type { SecurityHeaders } from './security-headers.ts'

export const jsonType = 'application/json; charset=utf-8'

/** What the system's own buffers take at once, whoever reads: most answers. */
export const smallBytes = 16 * 1024

/** Keeps, beside the headers of every answer, the same as Node wants them: names and values in turn. */
export function registerPlainAnswers(app: FastifyInstance, headers: SecurityHeaders): void {
  const flat = Object.entries({ ...headers, 'content-type': jsonType }).flatMap(([name, value]) => [
    name,
    String(value),
  ])
  app.decorate('plainHeaders', flat)
}

/**
 * Answers 200 with these headers alone, past Fastify's own: it gathers eighteen in an object, which Node then walks through,
 * and asks its hooks what to do with a text that none of them looks at. False for a long answer, which is watched as its client
 * reads it (`registerSlowReaders`).
 */
export function sendPlainJson(request: FastifyRequest, reply: FastifyReply, json: string): boolean {
  const length = Buffer.byteLength(json)
  if (length > smallBytes) return false
  reply.hijack()
  request.getDecorator<CallPlace | null>('place')?.answer()
  const plain = request.server.getDecorator<string[]>('plainHeaders')
  reply.raw.writeHead(200, [...plain, 'x-request-id', request.id, 'content-length', String(length)])
  reply.raw.end(json)
  return true
}

const written = new WeakMap<object, Buffer>()

/**
 * The answer that lists these items. The schema checks and JSON writes each object the first time that it is given: a reader
 * that keeps its items for the next call never changes them afterwards (decision 0140).
 */
export function writeItems(schema: z.ZodType, items: readonly object[]): Buffer {
  const { element } = schema as z.ZodArray<z.ZodType>
  const [first, ...others] = items.map((item) => written.get(item) ?? writeItem(element, item))
  return Buffer.concat([...(first ? [opening, first.subarray(1)] : [opening]), ...others, closing])
}

/** With the comma before it. */
function writeItem(schema: z.ZodType, item: object): Buffer {
  const piece = Buffer.from(`,${JSON.stringify(schema.parse(item))}`)
  written.set(item, piece)
  return piece
}

const [opening, closing] = [Buffer.from('{"data":['), Buffer.from(']}')]

const longList = 50

/**
 * The text of an answer that its schema has checked. A long list is checked and written in slices: what one owner may have at
 * most, 300 instants of a hundred times, is 11 MB, and was a turn of a third of a second for everybody (F8).
 */
export async function writeAnswer(schema: z.ZodType, value: unknown): Promise<string> {
  if (!(schema instanceof z.ZodArray) || schema.def.checks || !Array.isArray(value) || value.length < longList)
    return JSON.stringify({ data: schema.parse(value) })
  const element = schema.element as z.ZodType
  const slices = inSlices()
  const pieces: string[] = []
  for (const item of value as unknown[]) {
    pieces.push(JSON.stringify(element.parse(item)))
    if (slices.isSpent()) await slices.next()
  }
  return `{"data":[${pieces.join(',')}]}`
}

/**
 * What the handler of a prepared read is called with. A class, whose getter stands on its prototype: V8 gives an object literal
 * with a getter a map of its own at each call, in the old space, which keeps the whole call until the next major collection.
 */
export class ReadCall {
  readonly params: unknown = undefined
  readonly query: unknown = undefined
  readonly body = undefined
  readonly files: readonly UploadedFile[] = []
  readonly actor: unknown = undefined
  readonly company: unknown = undefined
  readonly request: FastifyRequest
  readonly #reply: FastifyReply
  /** Whether the answer is its body alone. */
  isPlain: boolean

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request
    this.#reply = reply
    this.isPlain = request.headers.origin === undefined && request.method === 'GET'
  }

  /** Whoever asks for it says more than the body. */
  get reply(): FastifyReply {
    this.isPlain = false
    return this.#reply
  }
}

/** The pieces of `data`, as fast as they are read: one that fails ends the connection, so that nobody takes a part for the whole. */
export async function streamAnswer(reply: FastifyReply, pieces: AsyncIterable<string>): Promise<FastifyReply> {
  async function* envelope(): AsyncGenerator<string> {
    yield '{"data":'
    yield* pieces
    yield '}'
  }
  const body = Readable.from(envelope(), { objectMode: false, highWaterMark: 64 * 1024 })
  return reply.type(jsonType).send(body)
}
