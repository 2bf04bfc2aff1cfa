import { cleanText, countCharacters } from './text.ts'

/** A person's name as stored: composed accents, single spaces, trimmed. */
export function normalisePersonName(name: string): string {
  return cleanText(name).normalize('NFC').replace(/\s+/g, ' ')
}

/** Letters, French accents included, and spaces, 2 to 50 characters; no hyphen nor apostrophe (AMB-21, R-059, R-060). */
export function isPersonName(name: string): boolean {
  const normal = normalisePersonName(name)
  const length = countCharacters(normal)
  return length >= 2 && length <= 50 && /^[A-Za-zÀ-ÖØ-öø-ÿŒœŸ ]+$/.test(normal)
}
