import type { IncomingMessage } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { maximumPictureBytes } from '@parvis/domain/company/picture-sizes'
import type { Endpoint, UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { whoAsks } from '../admission/calls.ts'
import { type Upload, Uploads } from '../admission/uploads.ts'
import { collect, maxTextBytes, parseJsonValue, ReceivedForm } from './read-body.ts'
import type { TimedBody } from './slow-clients.ts'

const maxBodyBytes = 60 * 1024 * 1024
const maxFields = 60
/** Byte limit of everything in a multipart body that is not in a file: fields and boundaries. */
const maxOtherBytes = maxTextBytes + 64 * 1024
const maxFiles = 8
const maxParts = maxFields + maxFiles

/** The third kind of body: fields, and the files that a contract names. */
export function registerMultipart(app: FastifyInstance): void {
  const uploads = new Uploads()
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, raw: IncomingMessage) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw refusal('request.payload_too_large')
    return await new MultipartBody(request, raw, uploads).read()
  })
  // Releases the bytes of a body that was shed, refused or cut before its call had a slot; the slot releases them afterwards.
  const end = (request: FastifyRequest) => {
    if (!request.getDecorator('slot')) request.getDecorator<Upload | null>('upload')?.end()
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

/**
 * Parses a multipart body as a stream. Files are kept only under the names that the contract gives; others are discarded as they
 * stream. Everything outside files is bounded as bodies of other types are, boundaries included: a parser spends a quarter of a
 * second on 50,000 empty parts.
 */
class MultipartBody {
  readonly #request: FastifyRequest
  readonly #raw: IncomingMessage
  readonly #uploads: Uploads
  readonly #known: Readonly<Record<string, number>>
  readonly #document: Endpoint['document']
  readonly #maxOthers: number
  readonly #entries: [string, unknown][] = []
  readonly #files: UploadedFile[] = []
  readonly #oversized: string[] = []
  readonly #failure = Promise.withResolvers<never>()
  readonly #reading: Promise<void>[] = []
  #begun: Promise<Upload> | undefined
  #upload: Upload | undefined
  #received = 0
  /** Bytes received while no file was open. */
  #others = 0
  #openFiles = 0
  #boundaries = 0

  constructor(request: FastifyRequest, raw: IncomingMessage, uploads: Uploads) {
    this.#request = request
    this.#raw = raw
    this.#uploads = uploads
    const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint }
    this.#known = endpoint?.files ?? {}
    this.#document = endpoint?.document
    this.#maxOthers = maxOtherBytes + (this.#document?.maxTextBytes ?? 0)
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
      if (this.#oversized.length > 0) throw overSized(this.#oversized, this.#document)
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
        fileSize: this.#document?.maxBytes ?? maximumPictureBytes,
        files: maxFiles,
        fields: maxFields,
        parts: maxParts,
        fieldSize: this.#document?.maxTextBytes ?? maxTextBytes,
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

  /** Feeds the parser with back-pressure. Whatever happens, the request stream stays open, so that it can be answered. */
  async #pour(parser: BusboyInstance): Promise<void> {
    const boundary = boundaryOf(this.#request)
    let seam: Buffer = Buffer.alloc(0)
    for await (const chunk of this.#raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      this.#received += chunk.length
      if (this.#received > maxBodyBytes) throw refusal('request.payload_too_large')
      this.#upload?.count(chunk.length)
      const overlap = boundary.length - 1
      const acrossSeam = Buffer.concat([seam, chunk.subarray(0, overlap)])
      this.#boundaries += countOf(acrossSeam, boundary) + countOf(chunk, boundary)
      if (this.#boundaries > maxParts + 1) throw refusal('request.payload_too_large')
      seam = (chunk.length < overlap ? acrossSeam : chunk).subarray(-overlap)
      const isOfFile = this.#openFiles > 0
      await Promise.race([this.#failure.promise, new Promise<void>((taken) => parser.write(chunk, () => taken()))])
      if (!isOfFile && this.#openFiles === 0) this.#others += chunk.length
      if (this.#others > this.#maxOthers) throw refusal('request.payload_too_large')
      // Yields after each piece of a file: libuv reads up to 2 MB of one socket before it serves another.
      if (isOfFile) await turn()
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
    const body = this.#request.getDecorator<TimedBody | null>('timedBody')
    const uploader = { session: whoAsks(this.#request).subject, ip, raw, body }
    this.#begun ??= this.#uploads.begin(uploader, Number(headers['content-length'] ?? 0))
    this.#upload = await this.#begun
    this.#request.setDecorator('upload', this.#upload)
  }
}

function overSized(fields: string[], document: Endpoint['document']) {
  const each = <T>(value: T) => Object.fromEntries(fields.map((field) => [field, value]))
  const details = each({ maxBytes: document?.maxBytes ?? maximumPictureBytes })
  return document
    ? refusal('acts.over_sized_pdf', { fields: each('over_sized_pdf_error'), details })
    : refusal('request.over_sized_image', { fields: each('over_sized_image_error'), details })
}

/** A boundary between two parts; a file may contain `--b`, but hardly after a line break. */
function boundaryOf({ headers }: FastifyRequest): Buffer {
  const [, quoted, plain = ''] = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(headers['content-type'] ?? '') ?? []
  return Buffer.from(`\r\n--${quoted ?? plain}`)
}

function countOf(bytes: Buffer, needle: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length)) count++
  return count
}
