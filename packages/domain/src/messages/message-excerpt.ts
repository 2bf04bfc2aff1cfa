const maxExcerpt = 140

/** The first words of a message on one line, for lists and notifications; an image alone is said in words (M-041). */
export function messageExcerpt(text: string, hasImage: boolean): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return hasImage ? 'Photo' : ''
  const characters = [...line]
  if (characters.length <= maxExcerpt) return line
  return `${characters
    .slice(0, maxExcerpt - 1)
    .join('')
    .trimEnd()}…`
}
