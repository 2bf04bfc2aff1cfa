/**
 * Prints a sentence of the API with curly apostrophes and no-break spaces. On the wire, sentences of appendix A keep the straight
 * apostrophes of the specification.
 */
export function typographic(text: string): string {
  return unbroken(text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’'))
}

/** What a person typed, its words as they are: no line begins with `: ; ! ? »` nor ends with `«`, and no unit leaves its number. */
export function unbroken(text: string): string {
  return text
    .replace(/ (?=[:;!?»])/g, '\u00a0')
    .replace(/« /g, '«\u00a0')
    .replace(/(?<=\d) (?=(?:€|%|Mo|ko|km|h|min)(?!\p{L}))/gu, '\u00a0')
}
