import { readJsonSlice, removeStored, writeStoredJson } from './storage.ts'

/**
 * Typed business data, kept under the one key `business` until saved: what a registration link brings, then the
 * form of the company. Texts only, no files.
 */
export type BusinessDraft = {
  /** Absent before the business is registered. */
  companyId?: string
  /** When it was last typed, in milliseconds. */
  savedAt: number
  values: Record<string, unknown>
}

/** The draft that belongs to this company; another company's is not shown. Without an id: the one of a registration. */
export function readBusinessDraft(companyId?: string): BusinessDraft | undefined {
  const slice = readJsonSlice<Partial<BusinessDraft> | null>('business')
  if (slice.status === 'failed' || !isDraft(slice.value)) return undefined
  return slice.value.companyId === companyId ? slice.value : undefined
}

export function writeBusinessDraft(draft: BusinessDraft): void {
  writeStoredJson('business', draft)
}

export function forgetBusinessDraft(): void {
  removeStored('business')
}

function isDraft(value: unknown): value is BusinessDraft {
  return typeof value === 'object' && value !== null && 'values' in value && typeof value.values === 'object'
}
