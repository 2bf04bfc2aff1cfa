import { foldText } from '../kernel/text.ts'

export type SearchedInstant = { title: string; shortDescription: string; longDescription: string; zipCode: string }

/** True when the title, a description or the zip holds what is typed, case and accents ignored (I-006..I-008, AMB-138). */
export function instantMatches(instant: SearchedInstant, typed: string): boolean {
  const query = foldText(typed.trim())
  const { title, shortDescription, longDescription, zipCode } = instant
  return [title, shortDescription, longDescription, zipCode].some((text) => foldText(text).includes(query))
}
