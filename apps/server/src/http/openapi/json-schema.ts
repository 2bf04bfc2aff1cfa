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

/** A text that must then be one of a list, or an id: the list or the id. */
function meaning(schema: z.core.$ZodTypes): JsonSchema | undefined {
  const { def } = schema._zod
  if (def.type !== 'pipe') return undefined
  const out = def.out as z.core.$ZodTypes
  if (out._zod.def.type === 'enum') return jsonSchema(out as unknown as z.ZodType, 'input')
  const inner = out._zod.def.type === 'pipe' ? (out._zod.def.in as z.core.$ZodTypes) : undefined
  return inner?._zod.def.type === 'string' ? jsonSchema(inner as unknown as z.ZodType, 'input') : undefined
}

/** A schema as one reads it: `{ id: number; label: string | null }`, indented. */
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
