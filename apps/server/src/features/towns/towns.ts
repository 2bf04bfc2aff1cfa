import { once } from '@parvis/domain/kernel/memoised'
import { slugOf } from '@parvis/domain/towns/slug'
import { type Commune, communes, groupByKeys, plain, readList } from '../../gateways/geocoder/communes.ts'
import { inSteps } from '../../in-steps.ts'
import { slicedInTime } from '../../time-slices.ts'

/** A commune, or a district of Paris, Lyon or Marseille. */
export type Town = {
  /** INSEE code, as `companies.town` holds it. */
  code: string
  name: string
  /** Slug of its pages: name and lowest postal code. */
  slug: string
  zip: string
  zips: readonly string[]
  /** Code of the department, then its name. */
  department: string
  departmentName: string
  population: number
}

export const townOfCode = (code: string): Town | undefined => byCode().get(code)
export const townOfSlug = (slug: string): Town | undefined => bySlug().get(slug)
/** The towns of a postal code, the most populous first. */
export const townsOfZip = (zip: string): readonly Town[] => byZip().get(zip) ?? []
export const townsOfDepartment = (department: string): readonly Town[] => byDepartment().get(department) ?? []

/** The towns whose name is this slug, with or without their code or hyphens: `clichy`, `clichy-92110`, `leslilas`. */
export const townsNamed = (slug: string): readonly Town[] => byName().get(slug.replaceAll('-', '')) ?? []

/** The districts of `paris`, `lyon` or `marseille`, in order. */
export const districtsOf = (city: string): readonly Town[] => byCity().get(city) ?? []

/** `toulouse-31500`, `paris-75011`: the town that a name and another of its codes mean. */
export function townOfOtherZip(slug: string): Town | undefined {
  const [, name, zip] = /^(.+)-(\d{5})$/.exec(slug) ?? []
  if (!name || !zip) return undefined
  return townsOfZip(zip).find((town) => slugOf(town.name) === name || cityOfDistrict(town) === name)
}

/** Towns whose name or code begins with what is typed: exact names first, then the most populous. */
export function searchTowns(typed: string, limit: number): Town[] {
  const query = plain(typed.slice(0, 60))
  if (!query) return []
  if (/^\d+$/.test(query)) return mostPopulous(startingWith(byEachZip(), query), '', limit)
  const zip = /\b\d{5}\b/.exec(query)?.[0]
  const name = query.replace(/\b\d{5}\b/, '').trim()
  const named = startingWith(byFoldedName(), name)
  return mostPopulous(zip ? named.filter(({ town }) => town.zips.includes(zip)) : named, name, limit)
}

/** A town by its folded name, or by one of its postal codes; `rank`: its place by population. */
type Entry = { key: string; town: Town; rank: number }

/** The entries that begin with a prefix, by two binary searches: anybody may ask, at each letter typed. */
function startingWith(sorted: readonly Entry[], prefix: string): readonly Entry[] {
  const first = lowerBound(sorted, prefix)
  return sorted.slice(first, lowerBound(sorted, `${prefix}\uffff`, first))
}

function lowerBound(sorted: readonly Entry[], key: string, from = 0): number {
  let [low, high] = [from, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.key ?? key) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** The first towns without sorting the rest: « s » alone begins 5,000 names. */
function mostPopulous(found: readonly Entry[], exact: string, limit: number): Town[] {
  const first: Entry[] = []
  const order = ({ key, rank }: Entry) => (key === exact ? rank - allTowns().length : rank)
  for (const one of found) {
    const last = first[limit - 1]
    if ((last && order(last) <= order(one)) || first.some(({ town }) => town === one.town)) continue
    const at = first.findIndex((other) => order(one) < order(other))
    first.splice(at < 0 ? first.length : at, 0, one)
    first.splice(limit)
  }
  return first.map(({ town }) => town)
}

/**
 * The town of an address: the only one of its code; else the one of that name; else the most populous; without
 * a commune for the code, the one of that name in the department. Undefined: `sans-commune`.
 */
export function townOfAddress({ zip, city }: { zip: string; city: string }): Town | undefined {
  const sharing = townsOfZip(zip)
  const name = plainCity(city)
  if (sharing.length > 0) return sharing.find((town) => plain(town.name) === name) ?? sharing[0]
  return townsOfDepartment(departmentOf(zip)).find((town) => plain(town.name) === name)
}

/** `Saint-Jean (64)`, `CLICHY CEDEX 2` and `St Jean` are said as the list of communes says them. */
function plainCity(city: string): string {
  return plain(city.replace(/\([^)]*\)/g, ' ').replace(/\bcedex\b.*$/i, ' '))
}

function departmentOf(zip: string): string {
  if (/^9[78]/.test(zip)) return zip.slice(0, 3)
  if (zip.startsWith('20')) return Number(zip) < 20_200 ? '2A' : '2B'
  return zip.slice(0, 2)
}

const cityOfDistrict = (town: Town): string | undefined => /^(paris|lyon|marseille)-\d+(er|e)-/.exec(town.slug)?.[1]

/** The cities whose districts are towns. */
const cut = new Set(['75056', '69123', '13055'])

/** The most populous first; only a new version of the list changes them. The maps below are made when first read. */
const towns = inSteps(function* () {
  const departments = new Map([...readList('departements')].map(({ code, nom }) => [code, nom]))
  yield* communes.steps()
  const all: Town[] = []
  for (const commune of communes.get()) {
    if (!cut.has(commune.code) && commune.zipCodes.length > 0) all.push(toTown(commune, departments))
    yield
  }
  return all
})
const allTowns = () => towns.get()

/** Reads the list between other calls: 0.25 s that the first call to name a town would otherwise impose on all others. */
export async function prepareTowns(): Promise<void> {
  for await (const _ of slicedInTime(towns.steps()));
  byCode()
}

const byCode = once(() => new Map(allTowns().map((town) => [town.code, town])))
const bySlug = once(() => new Map(allTowns().map((town) => [town.slug, town])))
const byZip = once(() => groupByKeys(allTowns(), ({ zips }) => zips))
const byDepartment = once(() => Map.groupBy(allTowns(), ({ department }) => department))
const byName = once(() =>
  groupByKeys(allTowns(), ({ name, slug }) => [slugOf(name), slug].map((one) => one.replaceAll('-', ''))),
)
const byCity = once(() => {
  const districts = allTowns().filter(cityOfDistrict)
  districts.sort((a, b) => Number(a.code) - Number(b.code))
  return groupByKeys(districts, (town) => [cityOfDistrict(town) ?? []].flat())
})

const byKey = (a: Entry, b: Entry): number => (a.key < b.key ? -1 : Number(a.key > b.key))

/** Folded once, sorted by key. */
const byFoldedName = once(() =>
  allTowns()
    .map((town, rank) => ({ town, rank, key: plain(town.name) }))
    .sort(byKey),
)
const byEachZip = once(() =>
  allTowns()
    .flatMap((town, rank) => town.zips.map((key) => ({ town, rank, key })))
    .sort(byKey),
)

function toTown(
  { code, name: official, department, zipCodes, population }: Commune,
  departments: ReadonlyMap<string, string>,
): Town {
  const name = official.replace(/ Arrondissement$/, '')
  const zips = [...zipCodes].sort()
  const zip = zips[0] ?? ''
  const departmentName = departments.get(department) ?? ''
  return { code, name, slug: `${slugOf(name)}-${zip}`, zip, zips, department, departmentName, population }
}
