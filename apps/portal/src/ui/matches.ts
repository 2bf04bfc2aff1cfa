/** Whether every word searched is in the text; accents, case and hyphens ignored. */
export function matches(text: string, search: string): boolean {
  const haystack = plain(text)
  return plain(search)
    .split(' ')
    .every((word) => haystack.includes(word))
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/œ/gi, 'oe')
    .replace(/[-'’]/g, ' ')
    .toLowerCase()
    .trim()
}
