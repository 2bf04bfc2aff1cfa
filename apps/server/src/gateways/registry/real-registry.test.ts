import { type Fault, startFakeProvider, timeoutFor } from '@parvis/harness/fakes/fake-provider'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { describe, expect, test } from 'vitest'
import { createRealRegistry } from './real-registry.ts'

const search = untilFileEnds(await startFakeProvider())
const insee = untilFileEnds(await startFakeProvider())
const associations = untilFileEnds(await startFakeProvider())
const gazette = untilFileEnds(await startFakeProvider())

const lines: string[] = []
const log = { info: () => {}, warn: (_details: object, text: string) => void lines.push(text) }
const registry = (withInsee = false, budgetMs = 10_000, timeoutMs = timeoutFor()) =>
  createRealRegistry(
    {
      provider: 'real',
      searchUrl: search.url,
      insee: withInsee ? { baseUrl: insee.url, apiKey: 'insee-key' } : undefined,
      associationsUrl: associations.url,
      gazetteUrl: gazette.url,
    },
    { log, userAgent: 'Parvis tests', timeoutMs },
    budgetMs,
  )

const headOffice = {
  siret: '21750001600019',
  adresse: '4 PL HOTEL VILLE ESP LIBERATION 75004 PARIS 04',
  numero_voie: '4',
  indice_repetition: null,
  type_voie: 'PL',
  libelle_voie: 'HOTEL VILLE ESP LIBERATION',
  code_postal: '75004',
  libelle_commune: 'PARIS 04',
  activite_principale: '84.11Z',
  liste_enseignes: ['MAIRIE'],
  nom_commercial: null,
}
const paris = {
  siren: '217500016',
  nom_complet: 'VILLE DE PARIS',
  nom_raison_sociale: 'VILLE DE PARIS',
  siege: headOffice,
  activite_principale: '84.11Z',
  nature_juridique: '7229',
  matching_etablissements: [],
  complements: { identifiant_association: null },
}
const branch = {
  siret: '48744469700428',
  adresse: '22 RUE MAISON BLANCHE 24330 BOULAZAC ISLE MANOIRE',
  code_postal: '24330',
  libelle_commune: 'BOULAZAC ISLE MANOIRE',
  activite_principale: '43.21A',
  liste_enseignes: null,
  nom_commercial: 'SOLARSUD',
}
const found = (...results: object[]) => ({ json: { results, total_results: results.length, page: 1 } })

describe('Recherche d’entreprises', () => {
  test('a SIREN gives its head office, a SIRET its establishment', async () => {
    search.reply(found(paris))
    expect(await registry().lookUp('217500016')).toEqual({
      name: 'MAIRIE',
      address: '4 PL HOTEL VILLE ESP LIBERATION',
      zipCode: '75004',
      city: 'Paris',
      naf: '84.11Z',
      legalCategory: '7229',
    })
    expect(search.requests[0]).toMatchObject({ path: '/search' })
    expect(search.requests[0]?.query.get('q')).toBe('217500016')
    expect(search.requests[0]?.headers['user-agent']).toBe('Parvis tests')
    search.reply(found({ ...paris, siren: '487444697', matching_etablissements: [branch], siege: headOffice }))
    expect(await registry().lookUp('48744469700428')).toEqual({
      name: 'SOLARSUD',
      address: '22 RUE MAISON BLANCHE',
      zipCode: '24330',
      city: 'Boulazac Isle Manoire',
      naf: '43.21A',
      legalCategory: '7229',
    })
  })

  test('a ghost record, another company and no result are unknown', async () => {
    search.reply(found({ siren: '123456789', nom_complet: null, siege: {}, matching_etablissements: [] }))
    expect(await registry().lookUp('123456789')).toBeUndefined()
    search.reply(found(paris))
    expect(await registry().lookUp('99990000400014')).toBeUndefined()
    search.reply(found())
    expect(await registry().lookUp('99990000400014')).toBeUndefined()
  })

  test('what its owner hides is blank', async () => {
    const hidden = '[NON-DIFFUSIBLE]'
    const place = { ...headOffice, adresse: hidden, libelle_voie: hidden, numero_voie: hidden, type_voie: hidden }
    const names = { nom_complet: hidden, nom_raison_sociale: null }
    const trade = { liste_enseignes: null, nom_commercial: 'SUPPRESSION DU NOM COMMERCIAL' }
    search.reply(found({ ...paris, ...names, siege: { ...place, ...trade } }))
    expect(await registry().lookUp('217500016')).toMatchObject({
      name: '',
      address: '',
      zipCode: '75004',
      city: 'Paris',
    })
  })

  test('an RNA must be the one asked', async () => {
    const club = (rna: string) => ({ ...paris, complements: { identifiant_association: rna } })
    search.reply(
      found(club('W000000001'), { ...club('W491004193'), siege: { ...headOffice, nom_commercial: 'LE CLUB' } }),
    )
    expect(await registry().lookUp('W491004193')).toMatchObject({ name: 'LE CLUB' })
  })
})

describe('INSEE', () => {
  const etablissement = {
    siret: '99990000400014',
    uniteLegale: { denominationUniteLegale: null, nomUniteLegale: 'DURAND', prenomUsuelUniteLegale: 'MARIE' },
    adresseEtablissement: {
      numeroVoieEtablissement: '12',
      indiceRepetitionEtablissement: 'B',
      typeVoieEtablissement: 'RUE',
      libelleVoieEtablissement: 'DE PARIS',
      codePostalEtablissement: '92110',
      libelleCommuneEtablissement: 'CLICHY',
    },
    periodesEtablissement: [
      { dateFin: null, enseigne1Etablissement: null, activitePrincipaleEtablissement: '10.71C' },
      { dateFin: '2020-01-01', enseigne1Etablissement: 'ANCIENNE', activitePrincipaleEtablissement: '47.11B' },
    ],
  }
  const bakery = { name: 'MARIE DURAND', address: '12 B RUE DE PARIS', zipCode: '92110', city: 'Clichy', naf: '10.71C' }

  test('is asked first, with its key', async () => {
    insee.reply({ json: { etablissement } })
    search.reply(found(paris))
    expect(await registry(true).lookUp('99990000400014')).toEqual(bakery)
    expect(insee.requests[0]).toMatchObject({
      path: '/siret/99990000400014',
      headers: { 'x-insee-api-key-integration': 'insee-key' },
    })
    expect(search.requests).toHaveLength(0)
  })

  test('a SIREN needs a second call for the head office', async () => {
    const periods = [
      { dateFin: '2019-01-01', nicSiegeUniteLegale: '00099' },
      { dateFin: null, nicSiegeUniteLegale: '00014' },
    ]
    insee.reply({ json: { uniteLegale: { periodesUniteLegale: periods } } }, { json: { etablissement } })
    expect(await registry(true).lookUp('999900004')).toEqual(bakery)
    expect(insee.requests.map(({ path }) => path)).toEqual(['/siren/999900004', '/siret/99990000400014'])
  })

  test('unknown or hidden is believed; a breakdown goes to the second directory', async () => {
    search.reply(found(paris))
    for (const status of [404, 403]) {
      insee.reply({ status, json: {} })
      expect(await registry(true).lookUp('217500016')).toBeUndefined()
    }
    expect(search.requests).toHaveLength(0)
    for (const reply of [{ status: 401 }, '500', '429', 'html', 'cut', 'silence', { status: 301 }] as const) {
      insee.reply(reply)
      const timeoutMs = reply === 'silence' ? 1000 : timeoutFor()
      expect(await registry(true, 10_000, timeoutMs).lookUp('217500016')).toMatchObject({ name: 'MAIRIE' })
    }
  })
})

describe('associations without SIREN', () => {
  test('API Association, then the gazette', async () => {
    search.reply(found())
    associations.reply({
      json: {
        identite: { nom: 'Chorale du Parvis' },
        coordonnees: {
          adresse_siege: { num_voie: 3, type_voie: 'RUE', voie: 'MARTRE', cp: '92110', commune: 'CLICHY' },
        },
      },
    })
    expect(await registry().lookUp('W922000025')).toEqual({
      name: 'Chorale du Parvis',
      address: '3 RUE MARTRE',
      zipCode: '92110',
      city: 'Clichy',
    })
    expect(associations.requests[0]?.path).toBe('/api/structure/W922000025')
    associations.reply({ status: 404 })
    const fields = { numero_rna: 'W922000025', titre: 'CHORALE', commune_actuelle: 'Clichy' }
    gazette.reply({ json: { nhits: 1, records: [{ fields }] } })
    expect(await registry().lookUp('W922000025')).toEqual({ name: 'CHORALE', address: '', zipCode: '', city: 'Clichy' })
    gazette.reply({ json: { nhits: 0, records: [] } })
    expect(await registry().lookUp('W922000025')).toBeUndefined()
  })
})

const FAULTS: Fault[] = ['silence', 'cut', 'drip', 'html', 'wrong-json', 'huge', 'redirect', '500', '429']

test.each(FAULTS)('F11 AMB-19 %s everywhere: unknown, in time, without an error', async (fault) => {
  for (const one of [search, insee, associations, gazette]) one.reply(fault)
  const start = performance.now()
  const one = registry(true, 10_000, timeoutFor(fault))
  expect(await one.lookUp('99990000400014')).toBeUndefined()
  expect(await one.lookUp('W922000025')).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(10_000)
})

test('AMB-19 the whole chain has one budget', async () => {
  for (const one of [search, insee, associations, gazette]) one.reply('silence')
  lines.length = 0
  const start = performance.now()
  expect(await registry(true, 300).lookUp('99990000400014')).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(3000)
  expect(lines).toContain('registry too slow, the person types the data')
})

test('F11 after five breakdowns the directory is left alone', async () => {
  search.reply('500')
  const one = registry()
  for (let at = 0; at < 8; at += 1) await one.lookUp('99990000400014')
  expect(search.requests).toHaveLength(5)
})
