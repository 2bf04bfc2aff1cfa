// Zero-width and direction marks, soft hyphen, BOM (api.md section 1), and the embedding and isolate marks that phone
// books and word processors paste.
const invisible = /[\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
// A zero-width joiner is removed unless it holds two pictures together (a family, a profession).
const looseJoiner =
  /(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic})/gu
const lineBreak = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g
const control = /(?!\n)\p{Cc}/gu

/**
 * A text as it is measured and stored: invisible and control characters removed, trimmed (api.md section 1, AMB-76).
 * Line breaks and tabs become a space, so that words do not join; with `multiline`, breaks stay, written `\n`.
 */
export function cleanText(text: string, options: { multiline?: boolean } = {}): string {
  return text
    .replace(lineBreak, options.multiline ? '\n' : ' ')
    .replaceAll('\t', ' ')
    .replace(invisible, '')
    .replace(looseJoiner, '')
    .replace(control, '')
    .trim()
}

/** `lundi` → `Lundi`. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A text inside HTML or XML, also between double quotes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A text of so many characters at most: cut at a word, unless that takes half of it, with an ellipsis for what is left out. */
export function shorten(text: string, max: number): string {
  if (text.length <= max || (text.length <= 2 * max && countCharacters(text) <= max)) return text
  let length = 0
  for (let count = 1; count < max; count++) length += (text.codePointAt(length) ?? 0) > 0xffff ? 2 : 1
  const start = text.slice(0, length)
  const end = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'))
  return `${start.slice(0, end > max / 2 ? end : undefined).trimEnd()}…`
}

/** Number of characters a person counts: code points, so that an emoji is not two. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** True for U+0000 and lone surrogates, which PostgreSQL cannot store (trust.md D6). */
export function hasForbiddenCharacters(text: string): boolean {
  return text.includes('\u0000') || /\p{Surrogate}/u.test(text)
}

/** Lower case without accents nor ligatures, for searching. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('’', "'")
}

/** The words of a text as searches compare them: folded, letters and digits only. */
export const wordsIn = (text: string): string[] =>
  foldText(text.replace(/['’]/g, ' '))
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/** Whether every word searched is in the text; accents, case, hyphens and the order of words ignored. */
export function matchesSearch(text: string, search: string): boolean {
  const found = searchable(text)
  return searchable(search)
    .split(' ')
    .every((word) => found.includes(word))
}

function searchable(text: string): string {
  return foldText(text).replace(/[-']/g, ' ').trim()
}
