import { address, type Environment, noteFault, oneOf, optional } from '../environment.ts'
import type { HttpContext } from '../http-client.ts'
import { createAssociationsRegistry, createGazetteRegistry } from './association-registries.ts'
import { createInseeRegistry } from './insee-registry.ts'
import { createRechercheEntreprises } from './recherche-entreprises-registry.ts'
import { createRegistryChain, type Registry } from './registry.ts'

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

export type RegistrySettings =
  | { provider: 'embedded' }
  | {
      provider: 'real'
      /** API Recherche d'entreprises: free, no key. */
      searchUrl: string
      /** INSEE Sirene, asked first when a key is set. */
      insee: { baseUrl: string; apiKey: string } | undefined
      /** API Association, for the RNA numbers that have no SIREN. */
      associationsUrl: string
      /** The announcements of the official gazette (JOAFE), asked last. */
      gazetteUrl: string
    }

export function readRegistrySettings(env: Environment): RegistrySettings {
  const provider = oneOf(env, 'REGISTRY_PROVIDER', ['embedded', 'recherche-entreprises', 'insee'], 'embedded')
  if (provider === 'embedded') return { provider }
  const apiKey = optional(env, 'INSEE_API_KEY')
  if (provider === 'insee' && !apiKey)
    noteFault(env, 'INSEE_API_KEY', 'INSEE_API_KEY manque : la clé de l’API Sirene 3.11')
  const baseUrl = address(env, 'INSEE_API_URL', 'https://api.insee.fr/api-sirene/3.11')
  return {
    provider: 'real',
    searchUrl: address(env, 'REGISTRY_API_URL', 'https://recherche-entreprises.api.gouv.fr'),
    insee: apiKey ? { baseUrl, apiKey } : undefined,
    associationsUrl: address(env, 'ASSOCIATIONS_API_URL', 'https://lecompteasso.associations.gouv.fr/apim/api-asso'),
    gazetteUrl: address(env, 'GAZETTE_API_URL', 'https://journal-officiel-datadila.opendatasoft.com'),
  }
}
