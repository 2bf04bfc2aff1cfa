/** What people put between the digits: spaces of all widths, dots, hyphens, and marks pasted from phone books. */
const separators = /[\s.\-\u2010-\u2015\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]/g

/**
 * The one stored form of a French number, `+33XXXXXXXXX`, whatever its spelling: `06 12…`, `06.12…`,
 * `+33 (0)6…`, `0033…`, `33…`, ` 33…` (a plus decoded as a space), full-width digits. Undefined when it is not one
 * French number: foreign, letters, other digits, too short, too long, or two numbers.
 */
export function normalisePhone(text: string): string | undefined {
  const compact = text
    .replace(/[\uFF0B\uFF10-\uFF19]/g, halfWidth)
    .replace(separators, '')
    .replace('(0)', '0')
  const match = /^(?:(?:\+|00)?330?|0)([1-9][0-9]{8})$/.exec(compact)
  return match ? `+33${match[1]}` : undefined
}

/** A number that receives SMS: 6 or 7 after the prefix, any spelling. */
export function isMobilePhone(text: string): boolean {
  return /^\+33[67]/.test(normalisePhone(text) ?? '')
}

/** A French landline or mobile, any spelling. */
export function isFrenchPhone(text: string): boolean {
  return normalisePhone(text) !== undefined
}

/** `06 12 34 56 78`; a text that is not a French number is returned as it is. */
export function formatPhone(text: string): string {
  const phone = normalisePhone(text)
  return phone ? `0${phone.slice(3)}`.replace(/(\d\d)(?=\d)/g, '$1 ') : text
}

/** `+336••••5678`, the only form that may be written in a log (trust.md T33). */
export function maskPhone(text: string): string {
  const phone = normalisePhone(text)
  return phone ? `${phone.slice(0, 4)}••••${phone.slice(-4)}` : '••••'
}

function halfWidth(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) - 0xfee0)
}
