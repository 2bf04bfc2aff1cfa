import type { HttpContext } from '../http-client.ts'
import { createAssociationsRegistry, createGazetteRegistry } from './association-registries.ts'
import { createInseeRegistry } from './insee-registry.ts'
import { createRechercheEntreprises } from './recherche-entreprises-registry.ts'
import type { Registry } from './registry.ts'
import { createRegistryChain } from './registry-chain.ts'
import type { RegistrySettings } from './registry-settings.ts'

/**
 * The public directories: INSEE first when there is a key, then Recherche d'entreprises; an association that has no
 * SIREN is looked for at API Association, then in the official gazette.
 */
export function createRealRegistry(
  settings: Extract<RegistrySettings, { provider: 'real' }>,
  context: HttpContext,
  budgetMs?: number,
): Registry {
  const search = createRechercheEntreprises(settings.searchUrl, context, settings.insee ? 1400 : 2700)
  const insee = settings.insee ? [createInseeRegistry(settings.insee, context, 1400)] : []
  const associations = createAssociationsRegistry(settings.associationsUrl, context, 1200)
  const gazette = createGazetteRegistry(settings.gazetteUrl, context, 1200)
  return createRegistryChain({ siren: [...insee, search], rna: [search, associations, gazette] }, context.log, budgetMs)
}
