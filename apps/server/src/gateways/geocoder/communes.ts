import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { once } from '@parvis/domain/kernel/memoised'
import { inSteps } from '../../in-steps.ts'

/** A commune of today, or a district of Paris, Lyon or Marseille; one zip code may serve several. */
export type Commune = {
  code: string
  name: string
  department: string
  zipCodes: readonly string[]
  population: number
  isDistrict: boolean
  /** Nine digits: the town hall's SIREN; 94 communes have none. */
  siren: string | undefined
}

/** Communes served by a zip code, most populated first; [] when no such zip code exists. */
export function communesOfZip(zip: string): readonly Commune[] {
  return index().byZip.get(zip) ?? []
}

/** The commune whose town hall has this SIREN. */
export function communeOfSiren(siren: string): Commune | undefined {
  return index().bySiren.get(siren)
}

/** The most populated commune of this name, whatever the case, accents, hyphens and "St"/"Ste". */
export function communeOfName(name: string): Commune | undefined {
  return index().byName.get(plain(name))
}

/** City names of a zip code for "other city"; a Paris district reads "Paris 15e", as in the city list. */
export function citiesOfZip(zip: string): string[] {
  const district = parisDistrict(zip)
  return district === undefined ? communesOfZip(zip).map(({ name }) => name) : [districtName(district)]
}

/** The city list of AMB-22: "Paris 1er" … "Paris 20e", then every commune of Île-de-France with each of its zip codes. */
export function listRegionCities(): { name: string; zip: string }[] {
  const collator = new Intl.Collator('fr')
  const districts = Array.from({ length: 20 }, (_, at) => ({
    name: districtName(at + 1),
    zip: String(75001 + at),
  }))
  const others = index()
    .all.filter(({ department, name }) => ileDeFrance.has(department) && name !== 'Paris')
    .flatMap(({ name, zipCodes }) => zipCodes.map((zip) => ({ name, zip })))
  others.sort((a, b) => collator.compare(a.name, b.name) || a.zip.localeCompare(b.zip))
  return [...districts, ...others]
}

/** 1 to 20 for a Paris zip code (75116 is the 16th), undefined elsewhere. */
export function parisDistrict(zip: string): number | undefined {
  if (zip === '75116') return 16
  const district = /^750(\d\d)$/.test(zip) ? Number(zip.slice(3)) : 0
  return district >= 1 && district <= 20 ? district : undefined
}

/** Lower case without accents, hyphens or apostrophes, so that spellings of one name meet. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bste\b/g, 'sainte')
    .replace(/\bst\b/g, 'saint')
}

const ileDeFrance = new Set(['75', '77', '78', '91', '92', '93', '94', '95'])

const districtName = (district: number) => `Paris ${district === 1 ? '1er' : `${district}e`}`

type Source = {
  code: string
  nom: string
  type: string
  departement: string
  siren?: string
  codesPostaux?: string[]
  population?: number
}

/** Every commune and district, the most populated first. Read on first use (8.6 MB, about 0.1 s in all), then kept. */
export const communes = inSteps(function* () {
  const all: Commune[] = []
  for (const { code, nom, type, departement, siren, codesPostaux = [], population = 0 } of readList<Source>(
    'communes',
  )) {
    const isDistrict = type === 'arrondissement-municipal'
    if (isDistrict || type === 'commune-actuelle')
      all.push({ code, name: nom, department: departement, zipCodes: codesPostaux, population, isDistrict, siren })
    yield
  }
  return all.sort((a, b) => b.population - a.population)
})

/**
 * A list of the package, whose own index.js only works from inside its folder: its JSON is read directly, one element after the other,
 * each on a line of its own.
 */
export function* readList<T = { code: string; nom: string }>(name: 'communes' | 'departements'): Generator<T> {
  const manifest = createRequire(import.meta.url).resolve('@etalab/decoupage-administratif/package.json')
  const file = readFileSync(join(manifest, `../data/${name}.json`))
  for (let [from, to] = [0, 0]; to >= 0; from = to + 1) {
    to = file.indexOf('\n', from)
    const element = file.toString('utf8', from, to).replace(/,$/, '')
    if (element.startsWith('{')) yield JSON.parse(element) as T
  }
}

/** Each value under every of its keys, in the order given. */
export function groupByKeys<T>(values: readonly T[], keysOf: (value: T) => readonly string[]): Map<string, T[]> {
  const pairs = values.flatMap((value) => keysOf(value).map((key) => ({ key, value })))
  const groups = Map.groupBy(pairs, ({ key }) => key)
  return new Map([...groups].map(([key, found]) => [key, found.map(({ value }) => value)]))
}

const index = once(() => buildIndex(communes.get().filter(({ isDistrict }) => !isDistrict)))

function buildIndex(all: readonly Commune[]) {
  // The first of a name is the most populated: a later key of a Map replaces the former.
  const byName = new Map(all.toReversed().map((commune) => [plain(commune.name), commune]))
  const bySiren = new Map(all.flatMap((commune) => (commune.siren ? [[commune.siren, commune] as const] : [])))
  return { all, byZip: groupByKeys(all, ({ zipCodes }) => zipCodes), bySiren, byName }
}
