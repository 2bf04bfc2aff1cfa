import { foldText } from '../kernel/text.ts'

/** A run of a text, and whether it is one of the words that were searched. */
export type ShownPart = { text: string; isHit: boolean }

const word = /[\p{L}\p{M}\p{N}]+/gu
const before = 40
const maxLength = 160

/**
 * What a search result shows of a message: its words around the first one found, each hit marked. The server answers whole texts,
 * found by folded words and stems; the device marks the words of the same beginning.
 */
export function shownWords(text: string, asked: string): ShownPart[] {
  const wanted = [...foldText(asked).matchAll(word)].map(([one]) => one)
  const hits = [...text.matchAll(word)].filter(([one]) => wanted.some((query) => isSameWord(foldText(one), query)))
  const first = hits[0]?.index ?? 0
  const start = startOfExcerpt(text, first)
  const end = Math.min(text.length, start + maxLength)
  const parts: ShownPart[] = []
  let at = start
  for (const { index, 0: hit } of hits) {
    if (index < at || index + hit.length > end) continue
    if (index > at) parts.push({ text: text.slice(at, index), isHit: false })
    parts.push({ text: hit, isHit: true })
    at = index + hit.length
  }
  if (at < end) parts.push({ text: text.slice(at, end), isHit: false })
  if (start > 0) parts.unshift({ text: '…\u00A0', isHit: false })
  if (end < text.length) parts.push({ text: '…', isHit: false })
  return parts
}

/** The beginning of a word, not its middle, a few words before the first hit. */
function startOfExcerpt(text: string, first: number): number {
  if (first <= before) return 0
  const space = text.slice(first - before, first).search(/\s\S/)
  return space === -1 ? first : first - before + space + 1
}

/** Equal, one the beginning of the other, or both with the same long stem: « commandé », « commandes ». */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < 3) return false
  if (long.startsWith(short)) return true
  const common = commonLength(one, other)
  return common >= 5 && long.length - common <= 3
}

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
