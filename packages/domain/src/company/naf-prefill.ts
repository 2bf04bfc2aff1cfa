import type { BusinessType } from '../kernel/business-type.ts'
import table from './naf-prefill.json' with { type: 'json' }

type Prefill = Partial<Record<BusinessType, { default: string | null; candidates: readonly string[] }>>

const byNaf: Readonly<Record<string, Prefill>> = table

/**
 * What a NAF rev. 2 code (`10.71C`, as the registry gives it) says of the category: the one to preselect, or the few to
 * propose first when the code is ambiguous. Server only: the portal has no use for the whole table.
 */
export function categoryFromNaf(naf: string, type: BusinessType): { category?: string; candidates: readonly string[] } {
  const known = Object.hasOwn(byNaf, naf) ? byNaf[naf]?.[type] : undefined
  if (!known) return { candidates: [] }
  return { ...(known.default !== null && { category: known.default }), candidates: known.candidates }
}
