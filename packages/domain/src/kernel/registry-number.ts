export type RegistryNumber = { kind: RegistryNumberKind; code: string }
export type RegistryNumberKind = 'siret' | 'rna' | 'siren'

const spaces = /[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]/g

/**
 * Reads a SIRET (14 digits), an RNA (W then 9 alphanumerics) or a SIREN (9 digits); the length decides which rule applies.
 * Spaces are ignored, letters come out in upper case. Undefined when malformed. Only the first nine
 * digits are summed: La Poste's establishments fail the 14-digit sum. 000000000 is refused.
 */
export function readRegistryNumber(text: string): RegistryNumber | undefined {
  const code = text.replace(spaces, '')
  if (code.length === 10)
    return /^[Ww][A-Za-z0-9]{9}$/.test(code) ? { kind: 'rna', code: code.toUpperCase() } : undefined
  if (!/^([0-9]{14}|[0-9]{9})$/.test(code) || !isSiren(code.slice(0, 9))) return undefined
  return { kind: code.length === 14 ? 'siret' : 'siren', code }
}

/** As a person types it: digits grouped `### ### ### #####`, an RNA without spaces. */
export function formatRegistryNumber(text: string): string {
  const code = text.replace(spaces, '')
  if (!/^[0-9]+$/.test(code)) return code.toUpperCase()
  return [code.slice(0, 3), code.slice(3, 6), code.slice(6, 9), code.slice(9)].filter(Boolean).join(' ')
}

/** True once the full length is typed, when the registry may be asked. */
export function isCompleteRegistryNumber(text: string): boolean {
  const code = text.replace(spaces, '')
  return /^[0-9]*$/.test(code) ? code.length === 14 : code.length === 10
}

function isSiren(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < 9; index += 1) {
    const digit = Number(digits[index])
    const weighted = index % 2 === 0 ? digit : digit * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum > 0 && sum % 10 === 0
}
