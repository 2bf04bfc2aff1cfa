import type { JsonSchema } from './json-schema.ts'

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
