import { type Access, type Endpoint, methodOf } from '@parvis/domain/kernel/contract'
import { statusOfKind } from '@parvis/domain/kernel/refusal'
import { type RefusalKey, refusals } from '@parvis/domain/refusals'
import { z } from 'zod'

/** The part of JSON Schema that our contracts produce. */
export type JsonSchema = {
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  minimum?: number
  maximum?: number
}

/** What a caller sends (`input`) or reads (`output`), as JSON Schema 2020-12. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: (context) => simplify(context.zodSchema, context.jsonSchema as JsonSchema),
  })
  return rest as JsonSchema
}

/** Documents the intended type: that the schema also coerces a number into a string is not shown. */
function simplify(schema: z.core.$ZodTypes, json: JsonSchema): void {
  const meant = meaning(schema)
  if (meant) {
    for (const key of Object.keys(json)) delete json[key as keyof JsonSchema]
    Object.assign(json, meant)
  }
  if (Array.isArray(json.type) && json.type.join() === 'string,number') json.type = 'string'
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

/** A pipe of a text into an enum or an id format: the document shows the enum or the format. */
function meaning(schema: z.core.$ZodTypes): JsonSchema | undefined {
  const { def } = schema._zod
  if (def.type !== 'pipe') return undefined
  const out = def.out as z.core.$ZodTypes
  if (out._zod.def.type === 'enum') return jsonSchema(out as unknown as z.ZodType, 'input')
  const inner = out._zod.def.type === 'pipe' ? (out._zod.def.in as z.core.$ZodTypes) : undefined
  return inner?._zod.def.type === 'string' ? jsonSchema(inner as unknown as z.ZodType, 'input') : undefined
}

/** A schema as a TypeScript type, indented: `{ id: number; label: string | null }`. */
export function typeText(schema: JsonSchema, indent = ''): string {
  const values = valuesOf(schema)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => typeText(one, indent)).join(' | ')
  if (schema.type === 'array') return `${arrayItem(schema, indent)}[]`
  if (schema.type === 'object') return objectText(schema, indent)
  const name = [schema.type ?? 'any'].flat().join(' | ')
  return schema.format === undefined ? name : `${name} (${schema.format})`
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const]
}

function arrayItem({ items = {} }: JsonSchema, indent: string): string {
  const text = typeText(items, indent)
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text
}

function objectText({ properties, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const entries = Object.entries(properties ?? {})
  if (entries.length === 0) {
    return typeof additionalProperties === 'object' ? `{ [key]: ${typeText(additionalProperties, indent)} }` : '{}'
  }
  const inner = `${indent}  `
  const lines = entries.map(
    ([name, schema]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeText(schema, inner)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

type PossibleError = { status: number; code: string; message: string }

/** Every error that a call may answer: its own refusals and the common ones that its shape makes possible (api.md section 1). */
export function possibleErrors(endpoint: Endpoint): PossibleError[] {
  const keys = new Set<RefusalKey>([...commonKeys(endpoint), ...ownKeys(endpoint)])
  return [...keys]
    .map((key) => ({ status: statusOfKind[refusals[key].kind], code: refusals[key].code, message: refusals[key].text }))
    .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}

function ownKeys({ refusals: codes = [], invalid }: Endpoint): RefusalKey[] {
  const keys = allKeys.filter((key) => codes.includes(refusals[key].code))
  return invalid ? [...keys, invalid] : keys
}

const isGuarded = (access: Access) => access === 'super-admin' || (typeof access === 'object' && 'company' in access)

const hasRole = (access: Access) => typeof access === 'object' && 'atLeast' in access && access.atLeast !== 'counter'

function commonKeys(endpoint: Endpoint): RefusalKey[] {
  const { access, params, query, files, invalid, onceByKey } = endpoint
  // A body is read whether the call wants one or not.
  const reads = methodOf(endpoint) !== 'GET'
  const isSignedIn = access !== 'public' && access !== 'visitor' && access !== 'signature'
  const pairs: [boolean, RefusalKey[]][] = [
    [isSignedIn, ['request.token_not_found', 'request.session_unknown']],
    [isGuarded(access), ['request.forbidden']],
    [hasRole(access), ['request.role_forbidden']],
    [params !== undefined, ['request.not_found']],
    [reads || (query !== undefined && !invalid), ['request.validation']],
    [reads, ['request.bad_json', 'request.unsupported_media_type', 'request.payload_too_large']],
    [files !== undefined, ['request.over_sized_image', 'request.unreadable_image']],
    [
      (isSignedIn || access === 'visitor' || onceByKey === true) && reads,
      ['request.idempotency_mismatch', 'request.idempotency_in_progress'],
    ],
    [true, ['request.too_many_attempts', 'request.server_error', 'request.upstream_unavailable']],
  ]
  return pairs.flatMap(([applies, keys]) => (applies ? keys : []))
}

const allKeys = Object.keys(refusals) as RefusalKey[]
