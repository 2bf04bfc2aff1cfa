import type { Endpoint, UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

export const maxTextBytes = 256 * 1024
/** Most names in a form without files; the longest list of the contracts travels as JSON under one name. */
const maxEntries = 200

export type ReceivedBody = { fields: Record<string, unknown>; files: UploadedFile[] }

/** Two of the three body types that every call accepts, the third is multipart; any other is 415. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const text = { parseAs: 'string', bodyLimit: maxTextBytes } as const
  app.addContentTypeParser('application/json', text, async (_: FastifyRequest, body: string) => parseJson(body))
  app.addContentTypeParser('application/x-www-form-urlencoded', text, async (_: FastifyRequest, body: string) =>
    parseForm(body),
  )
}

/** Reads the fields and files of a request, whatever its content type. */
export function receivedBody({ body }: FastifyRequest): ReceivedBody {
  return body instanceof ReceivedForm ? body : { fields: (body as Record<string, unknown>) ?? {}, files: [] }
}

export class ReceivedForm implements ReceivedBody {
  readonly fields: Record<string, unknown>
  readonly files: UploadedFile[]

  constructor(fields: Record<string, unknown>, files: UploadedFile[]) {
    this.fields = fields
    this.files = files
  }
}

const poison = new Set(['__proto__', 'constructor', 'prototype'])

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  const value = parseJsonValue(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal('request.bad_json')
  return value
}

export function parseJsonValue(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal('request.bad_json')
  }
  if (typeof value === 'object' && value !== null && isPoisoned(value)) throw refusal('request.bad_json')
  return value
}

/** Deepest nesting of a body; no contract nests deeper than six, and zod and hashing recurse. */
const maxDepth = 100

/** True when a name would reach a prototype, or the nesting exceeds every contract; breadth-first, without recursion. */
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

/** The fields of a form whose call was refused before its body was read; empty when it is too long or not a form. */
export async function readRefusedForm({ raw, headers }: FastifyRequest): Promise<Record<string, unknown>> {
  if (!/^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')) return {}
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of raw) {
    bytes += (part as Buffer).length
    if (bytes > maxTextBytes) return {}
    parts.push(part as Buffer)
  }
  return parseForm(Buffer.concat(parts).toString('utf8'))
}

/** Counts the names before decoding any: 256 kB of `a&` would decode to 130,000 names. */
function parseForm(text: string): Record<string, unknown> {
  let entries = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) entries++
  if (entries > maxEntries) throw refusal('request.validation')
  return collect([...new URLSearchParams(text)])
}

/** Form entries as an object; a repeated name becomes a list. */
export function collect(entries: [string, unknown][]): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of entries) {
    if (poison.has(name)) throw refusal('request.validation')
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (Array.isArray(known)) known.push(value)
    else fields[name] = known === undefined ? value : [known, value]
  }
  return fields
}

type Address = { params: unknown; query: unknown }
type CheckedAddress = ReturnType<typeof checkAddress>

/** Checked before the caller is known, for the read that travels with the authentication, and refused after: 401 comes before 400. */
export function checkAddress({ params, query }: Endpoint, address: Address) {
  return { params: params?.safeParse(address.params), query: query?.safeParse(address.query) }
}

/** Undefined for an address that is to be refused: nothing is read for it. */
export function soundAddress({ params, query }: CheckedAddress): Address | undefined {
  if (params?.success === false || query?.success === false) return undefined
  return { params: params?.data, query: query?.data }
}

/** A malformed id in a path is 404 (api.md 8.8). */
export function requireAddress(endpoint: Endpoint, { params, query }: CheckedAddress): Address {
  if (params?.success === false) throw refusal('request.not_found')
  return { params: params?.data, query: requireSound(endpoint, query) }
}

function requireSound(endpoint: Endpoint, parsed: z.ZodSafeParseResult<unknown> | undefined): unknown {
  if (!parsed || parsed.success) return parsed?.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[String(path[0] ?? 'body')] ??= fieldKey(message)
  throw refusal(endpoint.invalid ?? 'request.validation', { fields })
}

/** What `find` refuses, an object of the address that the caller does not have, comes before a bad field (api.md 8.30). */
export async function parseBody(endpoint: Endpoint, { fields }: ReceivedBody, find: () => Promise<unknown>) {
  const parsed = endpoint.body?.safeParse(fields)
  if (parsed?.success === false) await find()
  return requireSound(endpoint, parsed)
}

/** A schema may give a field key as its message; zod's own English messages become `invalid`. */
function fieldKey(message: string): string {
  return /^[a-zA-Z]+(_[a-zA-Z]+)+$/.test(message) ? message : 'invalid'
}
