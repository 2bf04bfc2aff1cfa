/** A business as the public registry knows it. `city` is written as a person would ("Clichy", "Paris"). */
export type RegistryEntry = {
  name: string
  address: string
  zipCode: string
  city: string
  /** Main activity, rev. 2 ("10.71C") or NAF 2025 ("10.71Y"): both are in circulation until 2027. */
  naf?: string
  /** INSEE’s nomenclature of legal categories, level III (« 7210 » a commune); only where the directory says it. */
  legalCategory?: string
}

/** Company directory: SIRET (14 digits), SIREN (9) or RNA (W + 9). */
export type Registry = {
  /**
   * Never rejects and answers within 3 s (AMB-19): unknown, hidden, silent or broken registry all give undefined,
   * and the person types the data. `code` is already well formed, without spaces, upper case.
   */
  lookUp(code: string): Promise<RegistryEntry | undefined>
}
