import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { Endpoint, UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressSubject } from './limits.ts'
import { type Upload, Uploads } from './uploads.ts'

const maxFileBytes = 10 * 1024 * 1024
const maxBodyBytes = 60 * 1024 * 1024
const maxTextBytes = 256 * 1024
const maxFields = 60
/** Of a multipart body, what is in no file: fields and what stands around the parts. */
const maxOtherBytes = maxTextBytes + 64 * 1024
/** Names in a form without files; the longest list of the contracts travels as JSON under one name. */
const maxEntries = 200
const maxFiles = 8
const maxParts = maxFields + maxFiles

export type ReceivedBody = { fields: Record<string, unknown>; files: UploadedFile[] }

/** The three kinds of body that every call accepts (AMB-10); anything else is 415. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxTextBytes },
    (_request, text, done) => {
      try {
        done(null, parseJson(String(text)))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxTextBytes },
    (_request, text, done) => {
      try {
        done(null, parseForm(String(text)))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  const uploads = new Uploads()
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, raw: IncomingMessage) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw refusal('request.payload_too_large')
    return await new MultipartBody(request, raw, uploads).read()
  })
  // Shed, refused or cut before it had a place at work, which keeps the bytes until the work ends.
  const end = (request: FastifyRequest) => {
    if (!request.getDecorator('place')) request.getDecorator<Upload | null>('upload')?.end()
  }
  app.addHook('onSend', (request, _reply, payload, done) => {
    end(request)
    done(null, payload)
  })
  app.addHook('onRequestAbort', (request, done) => {
    end(request)
    done()
  })
}

/** The fields and files of a request, whatever its content type. */
export function receivedBody({ body }: FastifyRequest): ReceivedBody {
  return body instanceof ReceivedForm ? body : { fields: (body as Record<string, unknown>) ?? {}, files: [] }
}

class ReceivedForm implements ReceivedBody {
  readonly fields: Record<string, unknown>
  readonly files: UploadedFile[]

  constructor(fields: Record<string, unknown>, files: UploadedFile[]) {
    this.fields = fields
    this.files = files
  }
}

/**
 * A multipart body as it comes. Files are kept only under names that the contract of the call gives; others are discarded
 * as they stream. What is no file is bounded like the bodies of the other kinds, and so are its boundaries: a parser works
 * through 50,000 empty parts for a quarter of a second.
 */
class MultipartBody {
  readonly #request: FastifyRequest
  readonly #raw: IncomingMessage
  readonly #uploads: Uploads
  readonly #known: Readonly<Record<string, number>>
  readonly #entries: [string, unknown][] = []
  readonly #files: UploadedFile[] = []
  readonly #oversized: string[] = []
  readonly #failure = Promise.withResolvers<never>()
  readonly #reading: Promise<void>[] = []
  #begun: Promise<Upload> | undefined
  #upload: Upload | undefined
  #received = 0
  /** Bytes that came while no file was open. */
  #others = 0
  #openFiles = 0
  #boundaries = 0

  constructor(request: FastifyRequest, raw: IncomingMessage, uploads: Uploads) {
    this.#request = request
    this.#raw = raw
    this.#uploads = uploads
    this.#known = (request.routeOptions.config as { endpoint?: Endpoint }).endpoint?.files ?? {}
    this.#failure.promise.catch(() => undefined)
  }

  async read(): Promise<ReceivedForm> {
    try {
      const parser = this.#parser()
      const finished = new Promise<void>((resolve) => parser.once('finish', resolve))
      await this.#pour(parser)
      // An empty body is an empty form.
      if (this.#received > 0) {
        parser.end()
        await Promise.race([this.#failure.promise, finished])
        await Promise.race([this.#failure.promise, Promise.all(this.#reading)])
      }
      if (this.#oversized.length > 0) throw overSized(this.#oversized)
      this.#upload?.complete()
      return new ReceivedForm(collect(this.#entries), this.#files)
    } catch (error) {
      this.#failure.reject(error)
      void this.#begun?.then((upload) => upload.end()).catch(() => undefined)
      throw error instanceof Error && 'key' in error ? error : refusal('request.validation')
    }
  }

  #parser(): BusboyInstance {
    const tooMuch = () => this.#failure.reject(refusal('request.payload_too_large'))
    return new Busboy({
      headers: this.#request.headers as BusboyHeaders,
      limits: {
        fileSize: maxFileBytes,
        files: maxFiles,
        fields: maxFields,
        parts: maxParts,
        fieldSize: maxTextBytes,
      },
    })
      .on('field', (name, value, _name, isTruncated, _encoding, type) => {
        if (isTruncated) tooMuch()
        else this.#keepField(String(name), value, type)
      })
      .on('file', (name, stream) => {
        this.#reading.push(this.#readFile(String(name), stream).catch(this.#failure.reject))
      })
      .on('partsLimit', tooMuch)
      .on('filesLimit', tooMuch)
      .on('fieldsLimit', tooMuch)
      .on('error', this.#failure.reject)
  }

  #keepField(name: string, value: string, type: string): void {
    try {
      if (name in Object.prototype) throw refusal('request.validation')
      this.#entries.push([name, type.startsWith('application/json') ? parseJsonValue(value) : value])
    } catch (error) {
      this.#failure.reject(error)
    }
  }

  /** Into the parser at its own pace. The request is left as it is, to be answered, whatever happens. */
  async #pour(parser: BusboyInstance): Promise<void> {
    const boundary = boundaryOf(this.#request)
    let seam = Buffer.alloc(0)
    for await (const chunk of this.#raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      this.#received += chunk.length
      if (this.#received > maxBodyBytes) throw refusal('request.payload_too_large')
      this.#upload?.count(chunk.length)
      const seen = Buffer.concat([seam, chunk])
      this.#boundaries += countOf(seen, boundary)
      if (this.#boundaries > maxParts + 1) throw refusal('request.payload_too_large')
      seam = seen.subarray(Math.max(0, seen.length - boundary.length + 1))
      const isOfFile = this.#openFiles > 0
      await Promise.race([this.#failure.promise, new Promise<void>((taken) => parser.write(chunk, () => taken()))])
      if (!isOfFile && this.#openFiles === 0) this.#others += chunk.length
      if (this.#others > maxOtherBytes) throw refusal('request.payload_too_large')
    }
  }

  async #readFile(name: string, stream: BusboyFileStream): Promise<void> {
    stream.on('error', this.#failure.reject)
    this.#openFiles++
    const isAwaited = Object.hasOwn(this.#known, name)
    if (isAwaited) await this.#beginUpload()
    const chunks: Buffer[] = []
    for await (const chunk of stream as AsyncIterable<Buffer>) if (isAwaited) chunks.push(chunk)
    this.#openFiles--
    if (stream.truncated) this.#oversized.push(name)
    else if (chunks.length > 0) this.#files.push({ field: name, bytes: Buffer.concat(chunks) })
  }

  /** Small files come several at once: they are one upload. */
  async #beginUpload(): Promise<void> {
    const { headers, ip, raw } = this.#request
    const uploader = { session: headers.authorization ?? '', address: addressSubject(ip), raw }
    this.#begun ??= this.#uploads.begin(uploader, Number(headers['content-length'] ?? 0))
    this.#upload = await this.#begun
    this.#request.setDecorator('upload', this.#upload)
  }
}

function overSized(fields: string[]) {
  return refusal('request.over_sized_image', {
    fields: Object.fromEntries(fields.map((field) => [field, 'over_sized_image_error'])),
    details: Object.fromEntries(fields.map((field) => [field, { maxBytes: maxFileBytes }])),
  })
}

const poison = new Set(['__proto__', 'constructor', 'prototype'])

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  const value = parseJsonValue(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal('request.bad_json')
  return value
}

function parseJsonValue(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal('request.bad_json')
  }
  if (typeof value === 'object' && value !== null && isPoisoned(value)) throw refusal('request.bad_json')
  return value
}

/** No contract nests deeper than six; what follows (zod, hashing) recurses. */
const maxDepth = 100

/** Whether a name would reach a prototype, or the nesting is beyond any contract; level by level, without recursion. */
function isPoisoned(root: object): boolean {
  let level: object[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    const below: object[] = []
    for (const holder of level) {
      if (!Array.isArray(holder) && Object.keys(holder).some((key) => poison.has(key))) return true
      for (const inner of Object.values(holder)) if (typeof inner === 'object' && inner !== null) below.push(inner)
    }
    level = below
  }
  return false
}

/** What stands between two parts; a file may hold `--b`, hardly after a line break. */
function boundaryOf({ headers }: FastifyRequest): Buffer {
  const [, quoted, plain = ''] = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(headers['content-type'] ?? '') ?? []
  return Buffer.from(`\r\n--${quoted ?? plain}`)
}

function countOf(bytes: Buffer, needle: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length)) count++
  return count
}

/** Counts the names before any of them is decoded: 256 kB of `a&` would be 130,000. */
function parseForm(text: string): Record<string, unknown> {
  let entries = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) entries++
  if (entries > maxEntries) throw refusal('request.validation')
  return collect([...new URLSearchParams(text)])
}

/** Form entries as an object; a repeated name, or a name ending in [], becomes a list. */
function collect(entries: [string, unknown][]): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of entries) {
    if (poison.has(name)) throw refusal('request.validation')
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (Array.isArray(known)) known.push(value)
    else fields[name] = known === undefined ? value : [known, value]
  }
  return fields
}
