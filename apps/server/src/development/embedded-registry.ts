import { communeOfSiren } from '../gateways/geocoder/communes.ts'
import type { Registry, RegistryEntry } from '../gateways/registry/registry.ts'
import { demonstrationDirectory } from './demonstration-directory.ts'

/** Knows the demonstration town and every town hall of France; any other number is simply unknown. */
export function createEmbeddedRegistry(): Registry {
  return {
    lookUp: async (code) => demonstrationDirectory[code] ?? bySiren(code) ?? townHall(code),
  }
}

/** The nine digits alone give the head office. */
function bySiren(code: string): RegistryEntry | undefined {
  if (code.length !== 9) return undefined
  const siret = Object.keys(demonstrationDirectory).find((known) => known.startsWith(code))
  return siret === undefined ? undefined : demonstrationDirectory[siret]
}

function townHall(code: string): RegistryEntry | undefined {
  const commune = /^\d{9}(\d{5})?$/.test(code) ? communeOfSiren(code.slice(0, 9)) : undefined
  const zipCode = commune?.zipCodes[0]
  if (commune === undefined || zipCode === undefined) return undefined
  const hall = { name: `Mairie de ${commune.name}`, address: 'Hôtel de Ville', naf: '84.11Z', legalCategory: '7210' }
  return { ...hall, zipCode, city: commune.name }
}
