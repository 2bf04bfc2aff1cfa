/**
 * A sentence of the API as it is printed: curly apostrophes, no-break spaces. On the wire those of appendix A keep the
 * straight ones of the specification, letter for letter.
 */
export function typographic(text: string): string {
  return text
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .replace(/ (?=[:;!?»])/g, '\u00a0')
    .replace(/« /g, '«\u00a0')
    .replace(/(?<=\d) (?=(?:€|%|Mo|ko|km|h|min)(?!\p{L}))/gu, '\u00a0')
}
