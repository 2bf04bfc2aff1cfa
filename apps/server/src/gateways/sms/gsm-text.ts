/**
 * Folds what French texts hold beyond the GSM-7 alphabet (’ « » œ ê …), so that a message stays at 160 characters
 * instead of 70. Anything else (an emoji) is left, and then the whole message is sent in UCS-2.
 */
export function gsmText(text: string): string {
  return [...text].map((character) => FOLDED[character] ?? character).join('')
}

/** Whether every character is in the GSM-7 alphabet or its extension table (3GPP TS 23.038). */
export function isGsmText(text: string): boolean {
  return [...text].every((character) => GSM_7.has(character))
}

const GSM_7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€',
)

const FOLDED: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '«': '"',
  '»': '"',
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  œ: 'oe',
  Œ: 'OE',
  ç: 'c',
  ê: 'e',
  ë: 'e',
  â: 'a',
  î: 'i',
  ï: 'i',
  ô: 'o',
  û: 'u',
  ÿ: 'y',
  À: 'A',
  Â: 'A',
  È: 'E',
  Ê: 'E',
  Ë: 'E',
  Î: 'I',
  Ï: 'I',
  Ô: 'O',
  Ù: 'U',
  Û: 'U',
}
