/** What the standard fonts of PDF can draw (the WinAnsi encoding). */
const drawn =
  /[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]/u

/** Signs that a phone or a word processor writes, and those that look the same on paper. */
const twins: Readonly<Record<string, string>> = {
  '\u2212': '\u2013',
  '\u2010': '-',
  '\u2011': '-',
  '\u202f': '\u00a0',
  '\u2009': '\u00a0',
  '\u00ad': '',
  '\u200b': '',
  '\ufe0f': '',
}

const signsOf = (text: string) => Array.from(text.normalize('NFC'), (sign) => twins[sign] ?? sign)

/** A text as the poster prints it; `&` stays with the word that follows it, a French sign with the one before it. */
export function printable(text: string): string {
  return signsOf(text)
    .filter((sign) => sign === '' || sign === '\n' || drawn.test(sign))
    .join('')
    .replaceAll('& ', '&\u00a0')
    .replace(/ ([:;?!»])/g, '\u00a0$1')
    .replaceAll(/« /g, '«\u00a0')
    .trim()
}

/** The distinct characters of a text that the poster cannot print, shown before printing. */
export function unprintable(text: string): string[] {
  return [...new Set(signsOf(text).filter((sign) => sign !== '' && !drawn.test(sign)))]
}
