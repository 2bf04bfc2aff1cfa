import multipart from '@fastify/multipart'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxFileBytes = 10 * 1024 * 1024
const maxBodyBytes = 60 * 1024 * 1024
const maxTextBytes = 256 * 1024
const maxFields = 60
/** Names in a form without files; the longest list of the contracts travels as JSON under one name. */
const maxEntries = 200
const maxFiles = 8

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
  app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: maxFileBytes,
      files: maxFiles,
      fields: maxFields,
      parts: maxFields + maxFiles,
      fieldSize: maxTextBytes,
    },
  })
}

/** The fields and files of a request, whatever its content type. Files under names that the call does not know are dropped. */
export async function readBody(
  request: FastifyRequest,
  known: Readonly<Record<string, number>>,
): Promise<ReceivedBody> {
  if (!request.isMultipart()) return { fields: (request.body as Record<string, unknown>) ?? {}, files: [] }
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw refusal('request.payload_too_large')
  return readMultipart(request, known)
}

async function readMultipart(request: FastifyRequest, known: Readonly<Record<string, number>>): Promise<ReceivedBody> {
  const entries: [string, unknown][] = []
  const files: UploadedFile[] = []
  const oversized: string[] = []
  let received = 0
  for await (const part of readParts(request)) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw refusal('request.payload_too_large')
      entries.push([part.fieldname, part.value])
      continue
    }
    const bytes = await part.toBuffer().catch(refuseBroken)
    received += bytes.length
    if (received > maxBodyBytes) throw refusal('request.payload_too_large')
    if (part.file.truncated) oversized.push(part.fieldname)
    else if (part.fieldname in known && bytes.length > 0) files.push({ field: part.fieldname, bytes })
  }
  if (oversized.length > 0) throw overSized(oversized)
  return { fields: collect(entries), files }
}

async function* readParts(request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch (error) {
    refuseBroken(error)
  }
}

/** A broken multipart body is the client's fault: 400, never 500. It may break between two parts or within a file. */
function refuseBroken(error: unknown): never {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) throw refusal('request.payload_too_large')
  throw error instanceof Error && 'key' in error ? error : refusal('request.validation')
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
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal('request.bad_json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPoisoned(value))
    throw refusal('request.bad_json')
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
