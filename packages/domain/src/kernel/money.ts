/** Value-added tax of 20 % (S-019), on cents, rounded to the cent. */
export function withVat(cents: number): number {
  return Math.round((cents * 120) / 100)
}

/** French amount of cents with two decimals: `24,90 €`, spaces that do not break. */
export function formatEuros(cents: number): string {
  const units = String(Math.trunc(Math.abs(cents) / 100)).replace(/\B(?=(?:\d{3}){1,6}$)/g, '\u202F')
  const decimals = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}${units},${decimals}\u00A0€`
}

/** The same without decimals when the amount is round: `249 €` (AMB-70). */
export function formatRoundEuros(cents: number): string {
  return formatEuros(cents).replace(',00', '')
}

/** Reads an amount typed with a comma or a point, two decimals at most, as cents; undefined otherwise (O-010, AMB-109). */
export function readEuros(text: string): number | undefined {
  const match = /^([0-9]{1,7})(?:[.,]([0-9]{1,2}))?$/.exec(text.replace(/\s/g, ''))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}
