import { z } from 'zod'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import { cityName, type RegistryEntry, type RegistrySource, shown } from './registry.ts'

/**
 * API Recherche d'entreprises: the State's search, free, no key, 7 calls a second per address. Nine or fourteen digits
 * find one company; an RNA is a text search whose answers must be checked.
 */
export function createRechercheEntreprises(baseUrl: string, context: HttpContext, timeoutMs: number): RegistrySource {
  const client = createHttpClient({ name: 'registry recherche-entreprises', baseUrl, timeoutMs }, context)
  return {
    name: 'recherche-entreprises',
    find(code) {
      // Without officers' names: we have no use for them.
      const query = { q: code, minimal: 'true', include: 'siege,matching_etablissements,complements', per_page: 5 }
      return client.call({ method: 'GET', path: '/search', query }, (reply) => {
        if (reply.status === 404) return undefined
        expectSuccess(reply)
        const { results } = readJson(reply, answerSchema)
        const company = results.find((one) => isAbout(one, code))
        const place = company && establishmentOf(company, code)
        return company && place && toEntry(company, place)
      })
    },
  }
}

const text = z.string().nullish()

const establishmentSchema = z.object({
  siret: text,
  adresse: text,
  numero_voie: text,
  indice_repetition: text,
  type_voie: text,
  libelle_voie: text,
  code_postal: text,
  libelle_commune: text,
  activite_principale: text,
  liste_enseignes: z.array(z.string()).nullish(),
  nom_commercial: text,
})
type Establishment = z.infer<typeof establishmentSchema>

const companySchema = z.object({
  siren: z.string(),
  nom_complet: text,
  nom_raison_sociale: text,
  activite_principale: text,
  nature_juridique: text,
  siege: establishmentSchema.nullish(),
  matching_etablissements: z.array(establishmentSchema).nullish(),
  complements: z.object({ identifiant_association: text }).nullish(),
})
type Company = z.infer<typeof companySchema>

const answerSchema = z.object({ results: z.array(companySchema) })

function isAbout(company: Company, code: string): boolean {
  return code.startsWith('W') ? company.complements?.identifiant_association === code : code.startsWith(company.siren)
}

function establishmentOf(company: Company, code: string): Establishment | undefined {
  if (code.length !== 14) return company.siege ?? undefined
  const all = [company.siege, ...(company.matching_etablissements ?? [])]
  return all.find((one) => one?.siret === code) ?? undefined
}

/** undefined for a ghost record: an unattributed number gives one result with an empty head office and no name. */
function toEntry(company: Company, place: Establishment): RegistryEntry | undefined {
  const name = nameOf(company, place)
  const zipCode = shown(place.code_postal)
  if (name === '' && zipCode === '') return undefined
  return {
    name,
    address: addressOf(place),
    zipCode,
    city: cityName(place.libelle_commune),
    naf: shown(place.activite_principale ?? company.activite_principale) || undefined,
    legalCategory: shown(company.nature_juridique) || undefined,
  }
}

function nameOf(company: Company, place: Establishment): string {
  const candidates = [place.nom_commercial, place.liste_enseignes?.[0], company.nom_raison_sociale, company.nom_complet]
  return candidates.map(shown).find((name) => name !== '') ?? ''
}

/** Only the head office comes with its street apart; elsewhere the tail "24330 BOULAZAC" is taken off. */
function addressOf(place: Establishment): string {
  const street = [place.numero_voie, place.indice_repetition, place.type_voie, place.libelle_voie].map(shown)
  if (street[3] !== '') return street.filter(Boolean).join(' ')
  const whole = shown(place.adresse)
  const tail = whole.indexOf(` ${shown(place.code_postal)} `)
  return tail > 0 && shown(place.code_postal) !== '' ? whole.slice(0, tail) : whole
}
