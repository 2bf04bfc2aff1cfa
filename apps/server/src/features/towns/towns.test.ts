import { expect, test } from 'vitest'
import { searchTowns, townOfAddress, townOfSlug } from './towns.ts'

test.each([
  ['92110', 'Clichy', 'clichy-92110'],
  ['92117', 'Clichy Cedex', 'clichy-92110'],
  ['92110', 'CLICHY CEDEX 2', 'clichy-92110'],
  ['92110', 'n’importe quoi', 'clichy-92110'],
  ['92110', '', 'clichy-92110'],
  ['01000', 'Bourg-en-Bresse', 'bourg-en-bresse-01000'],
  ['01000', 'Saint-Denis-lès-Bourg', 'saint-denis-les-bourg-01000'],
  ['01000', 'SAINT DENIS LES BOURG', 'saint-denis-les-bourg-01000'],
  ['01000', 'St-Denis-lès-Bourg', 'saint-denis-les-bourg-01000'],
  ['01000', 'St Denis les Bourg (01)', 'saint-denis-les-bourg-01000'],
  ['01000', 'Ailleurs', 'bourg-en-bresse-01000'],
  ['75011', 'Paris', 'paris-11e-75011'],
  ['75116', 'Paris', 'paris-16e-75016'],
  ['75016', 'PARIS 16', 'paris-16e-75016'],
  ['69003', 'Lyon', 'lyon-3e-69003'],
  ['13001', 'Marseille', 'marseille-1er-13001'],
  ['31500', 'Toulouse', 'toulouse-31000'],
  ['76470', 'Le Tréport', 'le-treport-76470'],
  ['93260', 'Les Lilas', 'les-lilas-93260'],
  ['94110', 'Arcueil', 'arcueil-94110'],
  ['97400', 'Saint-Denis', 'saint-denis-97400'],
  ['20000', 'Ajaccio', 'ajaccio-20000'],
  ['20200', 'Bastia', 'bastia-20200'],
  ['64000', 'Pau (64)', 'pau-64000'],
  ['92600', 'Asnières s/ Seine', 'asnieres-sur-seine-92600'],
  ['59000', 'Lille', 'lille-59000'],
  ['67000', 'Strasbourg', 'strasbourg-67000'],
  ['92999', 'Clichy', 'clichy-92110'],
  ['99999', 'Clichy', undefined],
  ['', '', undefined],
])('W-007 %s « %s » is %s', (zip, city, slug) => {
  expect(townOfAddress({ zip, city })?.slug).toBe(slug)
  if (slug) expect(townOfSlug(slug)?.slug).toBe(slug)
})

test.each([
  ['clichy 92110', ['clichy-92110']],
  ['saint-den', ['saint-denis-97400', 'saint-denis-93200', 'saint-denis-en-val-45560']],
  ['9211', ['clichy-92110']],
  ['x y z', []],
])('W-023 « %s » finds the exact names, then the most populous', (typed, slugs) => {
  expect(searchTowns(typed, 3).map(({ slug }) => slug)).toEqual(slugs)
})

test('W-023 S1 five hundred searches of one letter take less processor than folding all the names once did', () => {
  searchTowns('a', 8)
  const before = process.cpuUsage()
  for (let at = 0; at < 500; at++) searchTowns('sl'[at % 2] ?? '', 8)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 500_000).toBeLessThan(3)
})
