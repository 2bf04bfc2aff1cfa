import { cleanText, countCharacters } from './text.ts'

/** A person's name as stored: composed accents, single spaces, trimmed. */
export function normalisePersonName(name: string): string {
  return cleanText(name).normalize('NFC').replace(/\s+/g, ' ')
}

/** Letters, French accents included, and spaces, 2 to 50 characters; no hyphen nor apostrophe. */
export function isPersonName(name: string): boolean {
  const normal = normalisePersonName(name)
  const length = countCharacters(normal)
  return length >= 2 && length <= 50 && /^[A-Za-zÀ-ÖØ-öø-ÿŒœŸ ]+$/.test(normal)
}

const minimumAge = 18
const maximumAge = 120

/**
 * True when the person born that day is 18 to 120 years old today; both days are `YYYY-MM-DD`, today in
 * Paris. The birthday itself counts; born on 29 February: 1 March of a common year (api.md 8.17).
 */
export function isAdult(birthDate: string, today: string): boolean {
  // Days written this way compare as texts, a 29 February that does not exist falling before 1 March.
  return addYears(birthDate, minimumAge) <= today && today < addYears(birthDate, maximumAge + 1)
}

function addYears(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
}

/** How a business sees a resident: first name and initial, never the family name (api.md, GET chat/discussion). */
export function displayName(firstName: string | null, lastName: string | null): string {
  const first = firstName?.trim()
  if (!first) return 'Un habitant'
  const [initial] = [...(lastName?.trim() ?? '')]
  return initial ? `${first} ${initial.toLocaleUpperCase('fr')}.` : first
}
