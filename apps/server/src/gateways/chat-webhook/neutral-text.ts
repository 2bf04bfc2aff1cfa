const LONGEST = 4000

/**
 * What may be shown in a chat room of a text that anyone could have written (T15): e-mails, phones, tokens and long
 * hexadecimal runs masked, mentions and links made inert, control characters removed, cut to 4,000 characters.
 */
export function neutralText(text: string): string {
  return SUBSTITUTIONS.reduce((safe, [pattern, by]) => safe.replace(pattern, by), text.slice(0, 2 * LONGEST)).slice(
    0,
    LONGEST,
  )
}

/** A character that no reader sees and that breaks "@everyone" and "http://" for the chat's parser. */
const BREAK = '\u2060'

const SUBSTITUTIONS: readonly (readonly [RegExp, string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  [/[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, ''],
  [/[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,8}/g, '[e-mail]'],
  [/\b(?:bearer|token|secret|password|api[-_]?key)\b["']?\s*[:=]?\s*["']?[^\s"',;)]{6,}/gi, '[jeton]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, '[jeton]'],
  [/\b(?:sk|pk|rk|whsec|cs|AC|SK)_[\w]{8,}/g, '[jeton]'],
  // A UUID names a company or a call, and opens nothing: it is what the team looks for.
  [/(?<![\w-])(?![\w-]*[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))[\w-]{32,}(?![\w-])/gi, '[jeton]'],
  [/(?:\+|\b00)\s?\d{1,3}[\s.()-]{0,3}\d(?:[\s.()-]{0,2}\d){5,12}\b/g, '[téléphone]'],
  [/\b33[67]\d{8}\b/g, '[téléphone]'],
  [/\bcode\b["']?\s*[:=]\s*["']?\d{4,8}\b/gi, '[code]'],
  [/(?<!\d)0[1-9](?:[\s.\u00a0\u202f-]?\d{2}){4}(?!\d)/g, '[téléphone]'],
  [/(?:(https?|ftp)):\/\//gi, `$1:${BREAK}//`],
  [/\bwww\./gi, `www${BREAK}.`],
  [/([a-z0-9-])\.(?=(?:com|fr|net|org|io|eu|info|biz|ru|cn|xyz|site|shop|dev|ly)\b)/gi, `$1${BREAK}.`],
  [/@/g, `@${BREAK}`],
  [/</g, '‹'],
  [/>/g, '›'],
]
