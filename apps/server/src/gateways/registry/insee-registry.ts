import { z } from 'zod'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import { cityName, type RegistryEntry, type RegistrySource, shown } from './registry.ts'

/** INSEE Sirene 3.11: the register itself, 30 calls a minute on the free plan. */
export function createInseeRegistry(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  context: HttpContext,
  timeoutMs: number,
): RegistrySource {
  const client = createHttpClient({ name: 'registry insee', baseUrl, timeoutMs }, context)
  const get = <T>(path: string, schema: z.ZodType<T>) =>
    client.call({ method: 'GET', path, headers: { 'X-INSEE-Api-Key-Integration': apiKey } }, (reply) => {
      // 403: the business objects to the publication of its data.
      if (reply.status === 404 || reply.status === 403) return undefined
      expectSuccess(reply)
      return readJson(reply, schema)
    })
  return {
    name: 'insee',
    async find(code) {
      const siret = code.length === 14 ? code : headOffice(code, await get(`/siren/${code}`, companySchema))
      if (siret === undefined) return undefined
      const answer = await get(`/siret/${siret}`, establishmentSchema)
      return answer && toEntry(answer.etablissement)
    },
  }
}

const text = z.string().nullish()

const companySchema = z.object({
  uniteLegale: z.object({ periodesUniteLegale: z.array(z.object({ dateFin: text, nicSiegeUniteLegale: text })) }),
})

const establishmentSchema = z.object({
  etablissement: z.object({
    uniteLegale: z.object({
      denominationUniteLegale: text,
      nomUniteLegale: text,
      nomUsageUniteLegale: text,
      prenomUsuelUniteLegale: text,
      activitePrincipaleUniteLegale: text,
      categorieJuridiqueUniteLegale: text,
    }),
    adresseEtablissement: z.object({
      numeroVoieEtablissement: text,
      indiceRepetitionEtablissement: text,
      typeVoieEtablissement: text,
      libelleVoieEtablissement: text,
      codePostalEtablissement: text,
      libelleCommuneEtablissement: text,
    }),
    periodesEtablissement: z.array(
      z.object({
        dateFin: text,
        enseigne1Etablissement: text,
        denominationUsuelleEtablissement: text,
        activitePrincipaleEtablissement: text,
      }),
    ),
  }),
})
type Establishment = z.infer<typeof establishmentSchema>['etablissement']

/** The current period is the one that has not ended. */
function headOffice(siren: string, company: z.infer<typeof companySchema> | undefined): string | undefined {
  const nic = company?.uniteLegale.periodesUniteLegale.find(({ dateFin }) => !dateFin)?.nicSiegeUniteLegale
  return nic && /^\d{5}$/.test(nic) ? siren + nic : undefined
}

function toEntry({ uniteLegale, adresseEtablissement: place, periodesEtablissement }: Establishment): RegistryEntry {
  const now = periodesEtablissement.find(({ dateFin }) => !dateFin)
  const person = [uniteLegale.prenomUsuelUniteLegale, uniteLegale.nomUsageUniteLegale ?? uniteLegale.nomUniteLegale]
  const names = [
    shown(now?.denominationUsuelleEtablissement),
    shown(now?.enseigne1Etablissement),
    shown(uniteLegale.denominationUniteLegale),
    person.map(shown).filter(Boolean).join(' '),
  ]
  const street = [
    place.numeroVoieEtablissement,
    place.indiceRepetitionEtablissement,
    place.typeVoieEtablissement,
    place.libelleVoieEtablissement,
  ]
  return {
    name: names.find(Boolean) ?? '',
    address: street.map(shown).filter(Boolean).join(' '),
    zipCode: shown(place.codePostalEtablissement),
    city: cityName(place.libelleCommuneEtablissement),
    naf: shown(now?.activitePrincipaleEtablissement ?? uniteLegale.activitePrincipaleUniteLegale) || undefined,
    legalCategory: shown(uniteLegale.categorieJuridiqueUniteLegale) || undefined,
  }
}
