import { z } from 'zod'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import { cityName, type RegistrySource, shown } from './registry.ts'

const text = z.string().nullish()

/** API Association (DJEPVA): associations by RNA, those without SIREN included. */
export function createAssociationsRegistry(baseUrl: string, context: HttpContext, timeoutMs: number): RegistrySource {
  const client = createHttpClient({ name: 'registry associations', baseUrl, timeoutMs }, context)
  return {
    name: 'api-association',
    find: (code) =>
      client.call({ method: 'GET', path: `/api/structure/${encodeURIComponent(code)}` }, (reply) => {
        if (reply.status === 404) return undefined
        expectSuccess(reply)
        const { identite, coordonnees } = readJson(reply, structureSchema)
        const place = coordonnees?.adresse_siege
        const street = [place?.num_voie, place?.type_voie, place?.voie].map((part) => shown(part?.toString()))
        const address = street.filter(Boolean).join(' ')
        return { name: shown(identite.nom), address, zipCode: shown(place?.cp), city: cityName(place?.commune) }
      }),
  }
}

const structureSchema = z.object({
  identite: z.object({ nom: text }),
  coordonnees: z
    .object({
      adresse_siege: z
        .object({
          num_voie: z.union([z.string(), z.number()]).nullish(),
          type_voie: text,
          voie: text,
          cp: text,
          commune: text,
        })
        .nullish(),
    })
    .nullish(),
})

/** JOAFE, the official gazette's announcements: the name and the town of the latest one about an RNA. */
export function createGazetteRegistry(baseUrl: string, context: HttpContext, timeoutMs: number): RegistrySource {
  const client = createHttpClient({ name: 'registry gazette', baseUrl, timeoutMs }, context)
  return {
    name: 'joafe',
    find(code) {
      const query = {
        dataset: 'jo_associations',
        q: `numero_rna=${code}`,
        'refine.source': 'joafe',
        sort: 'dateparution',
        rows: 5,
      }
      return client.call({ method: 'GET', path: '/api/records/1.0/search/', query }, (reply) => {
        expectSuccess(reply)
        const latest = readJson(reply, gazetteSchema).records.find(({ fields }) => fields.numero_rna === code)
        if (!latest) return undefined
        // The seat is a JSON text of varying shape: only the town is sure enough to be proposed.
        return {
          name: shown(latest.fields.titre),
          address: '',
          zipCode: '',
          city: cityName(latest.fields.commune_actuelle),
        }
      })
    },
  }
}

const gazetteSchema = z.object({
  records: z.array(z.object({ fields: z.object({ numero_rna: text, titre: text, commune_actuelle: text }) })),
})
