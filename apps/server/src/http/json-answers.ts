import { Readable } from 'node:stream'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CallSlot } from '../current-call.ts'
import { inSlices } from '../time-slices.ts'
import { compress, type Encoding, encodingOfJson } from './compression.ts'
import type { SecurityHeaders } from './security-headers.ts'

const jsonType = 'application/json; charset=utf-8'

/** The JSON of an answer: a long list is encoded already. */
export type Json = string | Buffer

export const emptyAnswer = '{"data":{}}'

/** Answers up to this size fit in the send buffers of the system, however slowly the client reads: most answers do. */
export const smallBytes = 16 * 1024

/** Precomputes the headers of a plain answer in the flat form that `writeHead` takes: names and values in turn. */
export function registerPlainAnswers(app: FastifyInstance, headers: SecurityHeaders): void {
  const flat = Object.entries({ ...headers, 'content-type': jsonType }).flatMap(([name, value]) => [
    name,
    String(value),
  ])
  app.decorate('plainHeaders', flat)
}

/**
 * Writes a 200 answer with these headers past Fastify's reply: Fastify collects eighteen headers in an object and runs its onSend
 * hooks, none of which changes a plain answer. Returns false for a long answer, whose reading is watched (`registerSlowReaders`).
 */
function sendPlainJson(request: FastifyRequest, reply: FastifyReply, json: Json): boolean {
  // The bytes of a long string are not counted, which would flatten it: it is encoded at once.
  const length = json.length > smallBytes ? json.length : Buffer.byteLength(json)
  if (length > smallBytes) return false
  reply.hijack()
  request.getDecorator<CallSlot | null>('slot')?.answer()
  const plain = request.server.getDecorator<string[]>('plainHeaders')
  reply.raw.writeHead(200, [...plain, 'x-request-id', request.id, 'content-length', String(length)])
  reply.raw.end(json)
  return true
}

const written = new WeakMap<object, Buffer>()

type Parts = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>

/**
 * The answer that lists the items of these parts. Each part is checked and written before the next is asked for, and not kept: what lives
 * while a long answer is made is little (decision 0009). A frozen object is checked and serialised the first time only: its reader keeps
 * it for the next call (0009). Others are written 25 at once: a hundred calls of `JSON.stringify` take a third longer than four.
 */
export async function writeItems(schema: z.ZodType, parts: Parts): Promise<Buffer> {
  const slices = inSlices()
  const pieces: Buffer[] = []
  for await (const items of parts)
    for (let first = 0; first < items.length; ) {
      const run = runOf(items, first)
      pieces.push(written.get(run[0] as object) ?? writeRun(schema, run))
      first += run.length
      if (slices.isSpent()) await slices.next()
    }
  const [first, ...others] = pieces
  return Buffer.concat([...(first ? [opening, first.subarray(1)] : [opening]), ...others, closing])
}

const isFrozen = (item: unknown): item is object => typeof item === 'object' && item !== null && Object.isFrozen(item)

/** The frozen item at this place, or up to 25 others from there on. */
function runOf(items: readonly unknown[], first: number): readonly unknown[] {
  const most = isFrozen(items[first]) ? 1 : itemsPerSlice
  let end = first + 1
  while (end - first < most && end < items.length && !isFrozen(items[end])) end++
  return items.slice(first, end)
}

/** Serialises items, each with its leading comma: the first one takes the place of the bracket. */
function writeRun(schema: z.ZodType, run: readonly unknown[]): Buffer {
  const list = Buffer.from(JSON.stringify(schema.parse(run)))
  list[0] = ','.charCodeAt(0)
  const piece = list.subarray(0, -1)
  const [item] = run
  if (isFrozen(item)) written.set(item, piece)
  return piece
}

const [opening, closing] = [Buffer.from('{"data":['), Buffer.from(']}')]

const itemsPerSlice = 25

/**
 * Serialises an answer that its schema has checked; a long list in slices between turns of the event loop: the largest, 300 instants of a
 * hundred times (11 MB), would block it for a third of a second (F8).
 */
export async function writeAnswer(schema: z.ZodType | undefined, value: unknown): Promise<Json> {
  if (!schema) return emptyAnswer
  if (!(schema instanceof z.ZodArray) || schema.def.checks || !Array.isArray(value) || value.length <= itemsPerSlice)
    return JSON.stringify({ data: schema.parse(value) })
  return await writeItems(schema, [value])
}

/**
 * What the handler of a call receives. A class with its getter on the prototype: an object literal with a getter gets a hidden
 * class of its own at each call, in V8's old space, which keeps the call alive until the next major collection.
 */
export class RouteCall {
  readonly params: unknown = undefined
  readonly query: unknown = undefined
  readonly body: unknown = undefined
  readonly files: readonly UploadedFile[] = []
  readonly actor: unknown = undefined
  readonly company: unknown = undefined
  readonly request: FastifyRequest
  readonly #reply: FastifyReply
  /** True while the answer needs no header of its own: no HEAD, no `Origin`, and a handler that has not asked for the reply. */
  #isPlain: boolean

  /** `mayBePlain`: false in a scope whose onSend hooks change answers. */
  constructor(request: FastifyRequest, reply: FastifyReply, mayBePlain: boolean) {
    this.request = request
    this.#reply = reply
    this.#isPlain = mayBePlain && request.headers.origin === undefined && request.method !== 'HEAD'
  }

  /** A handler that takes the reply may set headers or a status. */
  get reply(): FastifyReply {
    this.#isPlain = false
    return this.#reply
  }

  /** Sends the answer that the handler has made. */
  send(json: Json): FastifyReply | Promise<FastifyReply> {
    const encoding = encodingOfJson(this.request, json.length)
    if (encoding) return this.#sendCompressed(json, encoding)
    if (this.#isPlain && sendPlainJson(this.request, this.#reply, json)) return this.#reply
    // As bytes: Node would count those of a long string, then reserve three times its length to encode it.
    return this.#reply.type(jsonType).send(typeof json === 'string' ? Buffer.from(json) : json)
  }

  async #sendCompressed(json: Json, encoding: Encoding): Promise<FastifyReply> {
    const vary = [this.#reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ')
    const bytes = await compress(Buffer.from(json as string), encoding)
    return this.#reply.headers({ 'content-encoding': encoding, vary }).type(jsonType).send(bytes)
  }
}

/**
 * Streams the pieces of `data` in the envelope, as fast as the client reads. A piece that fails destroys the connection, so that
 * a truncated answer never looks complete.
 */
export async function streamAnswer(reply: FastifyReply, pieces: AsyncIterable<string>): Promise<FastifyReply> {
  async function* envelope(): AsyncGenerator<string> {
    yield '{"data":'
    yield* pieces
    yield '}'
  }
  const body = Readable.from(envelope(), { objectMode: false, highWaterMark: 64 * 1024 })
  return reply.type(jsonType).send(body)
}
