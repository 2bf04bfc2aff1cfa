type Place = { address: string | null; zipCode: string | null; city: string | null }

/** The address on one line, without what is unknown: « 12 rue de Paris, 92110 Clichy ». */
export function placeLine({ address, zipCode, city }: Place): string {
  return [address, [zipCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
