import * as fc from 'fast-check'
import type { z } from 'zod'
import { hostileText, hostileValue } from './hostile-values.ts'

type Schema = z.core.$ZodType

/** What a client might send where a contract has this schema: mostly of its form, at times anything. */
function arbitraryInput(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: ofForm(schema) }, { weight: 1, arbitrary: hostileValue() })
}

/** The fields of a schema of an object, each there or not. */
export function arbitraryFields(schema: Schema | undefined): fc.Arbitrary<Record<string, unknown>> {
  const shape = schema ? shapeOf(schema) : {}
  const fields = Object.entries(shape).map(([name, field]) => [name, arbitraryInput(field)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

export const fieldNames = (schema: Schema | undefined): string[] => (schema ? Object.keys(shapeOf(schema)) : [])

function shapeOf(schema: Schema): Record<string, Schema> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return def.shape
  if (def.type === 'pipe') return { ...shapeOf(def.in), ...shapeOf(def.out) }
  if ('innerType' in def) return shapeOf(def.innerType)
  return {}
}

const single: Record<string, fc.Arbitrary<unknown>> = {
  number: fc.oneof(fc.integer({ min: -2, max: 40 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  boolean: fc.boolean(),
  string: fc.oneof(fc.string({ maxLength: 30 }), fc.uuid({ version: 4 }), hostileText()),
}

function ofForm(schema: Schema): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return arbitraryFields(schema)
    case 'array':
      return fc.array(arbitraryInput(def.element), { maxLength: 4 })
    case 'union':
      return fc.oneof(...def.options.map(ofForm))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'pipe':
      return def.in._zod.def.type === 'transform' ? ofForm(def.out) : ofForm(def.in)
    default:
      return 'innerType' in def ? ofForm(def.innerType) : (single[def.type] ?? hostileValue())
  }
}
