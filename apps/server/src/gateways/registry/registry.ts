import type { GatewayLog } from '../gateway-failure.ts'
import { communeOfName } from '../geocoder/communes.ts'

/** A business as the public registry knows it. `city` is written as a person would ("Clichy", "Paris"). */
export type RegistryEntry = {
  name: string
  address: string
  zipCode: string
  city: string
  /** Main activity, rev. 2 ("10.71C") or NAF 2025 ("10.71Y"): both are in circulation until 2027. */
  naf?: string | undefined
  /** INSEE’s nomenclature of legal categories, level III (« 7210 » a commune); only where the directory says it. */
  legalCategory?: string | undefined
}

/** Company directory: SIRET (14 digits), SIREN (9) or RNA (W + 9). */
export type Registry = {
  /**
   * Never rejects and answers within 3 s: unknown, hidden, silent or broken registry all give undefined,
   * and the person types the data. `code` is already well formed, without spaces, upper case.
   */
  lookUp(code: string): Promise<RegistryEntry | undefined>
}

/** One directory. Throws GatewayFailure when it did not answer; undefined when it knows no such number. */
export type RegistrySource = {
  name: string
  find(code: string): Promise<RegistryEntry | undefined>
}

/** AMB-19 says 3 s; the rest of the call needs a little of it. */
const budgetMilliseconds = 2800

/**
 * Asks the sources in order. For a SIRET or SIREN the first that answers, even "unknown", is believed: all hold the
 * same register, the next one is only for a breakdown. For an RNA each holds a part: the next is asked until one knows.
 */
export function createRegistryChain(
  sources: { siren: readonly RegistrySource[]; rna: readonly RegistrySource[] },
  log: GatewayLog,
  budgetMs = budgetMilliseconds,
): Registry {
  const ask = async (code: string) => {
    const isRna = code.startsWith('W')
    for (const source of isRna ? sources.rna : sources.siren) {
      const answer = await source.find(code).catch(() => null)
      const isSilent = answer === null
      if (!isSilent && (answer !== undefined || !isRna)) return answer
    }
    return undefined
  }
  return {
    async lookUp(code) {
      const { promise: late, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => {
        log.warn({ gateway: 'registry', budgetMs }, 'registry too slow, the person types the data')
        resolve(undefined)
      }, budgetMs)
      return await Promise.race([ask(code), late]).finally(() => clearTimeout(timer))
    },
  }
}

/** A text of a public registry, blank when it is hidden at its owner's wish or only fills the place. */
export function shown(text: string | null | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200)
  return hiddenMarks.some((mark) => line.includes(mark)) ? '' : line
}

/** "BOULAZAC ISLE MANOIRE" → "Boulazac Isle Manoire", "PARIS 08" → "Paris", "LYON CEDEX 03" → "Lyon". */
export function cityName(text: string | null | undefined): string {
  const name = shown(text)
    .replace(/ CEDEX.*$/i, '')
    .replace(/^(PARIS|LYON|MARSEILLE)\s+\d.*$/i, '$1')
  return communeOfName(name)?.name ?? capitalised(name)
}

const hiddenMarks = ['[NON-DIFFUSIBLE]', '[ND]', 'SUPPRESSION DU NOM COMMERCIAL']

function capitalised(name: string): string {
  return name.toLowerCase().replace(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase())
}
