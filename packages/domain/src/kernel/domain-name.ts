/**
 * True for a name that can exist on the public internet: at least two labels and an alphabetic ending (R-064, E-049).
 * Accents are allowed, as in addresses people read; numeric addresses are not names.
 */
export function isDomainName(name: string): boolean {
  const labels = name.split('.')
  const ending = labels.at(-1) ?? ''
  return (
    name.length <= 253 && labels.length >= 2 && labels.every(isLabel) && /^(\p{L}{2,}|xn--[a-z0-9-]+)$/iu.test(ending)
  )
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[\p{L}\p{N}-]+$/u.test(label) && !label.startsWith('-') && !label.endsWith('-')
}
