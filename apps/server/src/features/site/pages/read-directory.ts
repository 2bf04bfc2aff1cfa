import { categoryLabel, isKnownCategory, wordsOfCategory } from '@parvis/domain/company/categories'
import { isOpenAt } from '@parvis/domain/hours/opening'
import { isBusinessType } from '@parvis/domain/kernel/business-type'
import { counted } from '@parvis/domain/kernel/french-format'
import { wordsIn } from '@parvis/domain/kernel/text'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import type { DirectoryContent } from '@parvis/domain/site/page'
import { atTown, ofTown } from '@parvis/domain/towns/slug'
import { together } from '@parvis/postgres'
import type { Temporal } from 'temporal-polyfill'
import type { Db } from '../../../db/database.ts'
import { slicedInTime } from '../../../time-slices.ts'
import type { Town } from '../../towns/index.ts'
import { findBusinesses } from '../businesses.queries.ts'
import { withQuery } from '../hosts/plain-address.ts'
import { listRunningOfCompanies } from '../instants.queries.ts'
import { type ListedBusiness, listAnnouncing, listDescriptions } from '../town-businesses.queries.ts'
import { hiddenFields, pageLinks, toggle, without } from './list-links.ts'
import { opensNext } from './opening.ts'
import { livelyNear } from './read-town.ts'
import { type PageRead, type Reading, townTags, underTown } from './reading.ts'
import { businessCard } from './show-business.ts'
import { gatherInstants, isRunning, type SiteInstant } from './show-instants.ts'
import { notFound } from './show-message.ts'

const perPage = 24
/** Of each business of the page: enough to say what runs now. */
const maxTimes = 20
const types = {
  commerce: 'Commerces',
  entreprise: 'Entreprises',
  association: 'Associations',
  mairie: 'Mairie',
} as const

/** Every business of a town, what is open first, then by name. */
export async function readDirectory(reading: Reading, town: Town, all: readonly ListedBusiness[]): Promise<PageRead> {
  const { deps, now, address } = reading
  const word = address.words[2]
  const category = word?.replaceAll('-', '_')
  if (category !== undefined && !isKnownCategory(category)) return notFound(town)
  const asked = readFilters(address.query)
  const state = new Map(all.map((one) => [one.id, isOpenAt(one.plan, now.epochMilliseconds)]))
  const { businesses: matching, announced } = await search(
    reading,
    town,
    all.filter((one) => isAsked(one, asked, category)),
    asked.words,
  )
  const found = matching.filter(({ id }) => !asked.isOpenOnly || state.get(id)).sort(order(state))
  const pages = Math.max(1, Math.ceil(found.length / perPage))
  if (asked.page > pages) return notFound(town)
  const onPage = found.slice((asked.page - 1) * perPage, asked.page * perPage)
  const ids = onPage.map(({ id }) => id)
  const [rows, running] = await together(deps.db, (db) => [findBusinesses(db, ids), listRunning(db, ids, now)])
  const shown = onPage.flatMap(({ id }) => rows.get(id) ?? [])
  const path = [`/${town.slug}/annuaire`, word].filter(Boolean).join('/')
  const content: DirectoryContent = {
    kind: 'directory',
    heading: headingOf(town, category),
    action: path,
    query: asked.query,
    hidden: hiddenFields(address.query, 'ouvert', 'type'),
    filters: filterLinks(path, address.query),
    categories: category ? [] : categoryLinks(town, all, address.query),
    total: found.length,
    cards: shown.map((one) => businessCard(deps.config, one, now, announced.get(one.id) ?? running.get(one.id)?.title)),
    empty: found.length > 0 ? null : await emptyOf({ town, path, asked, matching, reading }),
    pages: pageLinks(path, address.query, asked.page, pages),
  }
  const isIndexed = all.some(({ isVerified }) => isVerified) && address.query.size === 0
  const links = [
    { href: `/${town.slug}/annuaire`, name: 'Annuaire' },
    ...(category ? [{ href: path, name: categoryLabel(category) }] : []),
  ]
  const title = content.heading
  const description = `${title} : ${counted(content.total, 'adresse')}, les ouvertes d’abord. Horaires tenus par les commerces eux-mêmes.`
  const page = { ...underTown(reading, town, ...links), title, description, isIndexed, content }
  return { page, tags: townTags(town) }
}

const headingOf = (town: Town, category: string | undefined): string =>
  category ? `${categoryLabel(category)} ${atTown(town.name)}` : `Annuaire ${ofTown(town.name)}`

async function listRunning(db: Db, ids: string[], now: Temporal.Instant): Promise<Map<string, SiteInstant>> {
  const instants = await gatherInstants(db, await listRunningOfCompanies(db, { ids, most: maxTimes }), now)
  return new Map(instants.filter((one) => isRunning(one, now)).map((one) => [one.companyId, one]))
}

function isAsked(one: ListedBusiness, { type }: Asked, category: string | undefined): boolean {
  return (!category || one.category === category) && (!type || one.type === type)
}

type Asked = { query: string; words: string[]; isOpenOnly: boolean; type: string | undefined; page: number }

function readFilters(query: ReadonlyMap<string, string>): Asked {
  const typed = (query.get('q') ?? '').slice(0, 60)
  const type = query.get('type')
  return {
    query: typed,
    words: wordsIn(typed),
    isOpenOnly: query.get('ouvert') === '1',
    type: type && isBusinessType(type) ? type : undefined,
    page: Number(query.get('page') ?? 1),
  }
}

/** What is said of a business that a search found by what it announces. */
type Found = { businesses: readonly ListedBusiness[]; announced: ReadonlyMap<string, string> }

/** Words looked for in what is announced: as many as anybody types. */
const maxAnnouncedWords = 8

/** Prefix search in name, category, description and what is announced, for each word (residents.md 15.45). Sliced in time. */
async function search(
  { deps: { db } }: Reading,
  town: Town,
  businesses: readonly ListedBusiness[],
  words: readonly string[],
): Promise<Found> {
  if (words.length === 0) return { businesses, announced: new Map() }
  const descriptions = await listDescriptions(db, town.code)
  const announcing = await listAnnouncing(db, town.zips, words.slice(0, maxAnnouncedWords))
  const found: ListedBusiness[] = []
  for await (const one of slicedInTime(businesses)) {
    const description = htmlToPlainText(descriptions.get(one.id) ?? '')
    const known = wordsIn([one.name, ...wordsOfCategory(one.category, one.type), description].join(' '))
    const isFound = (word: string, at: number) =>
      announcing[at]?.has(one.id) || known.some((other) => other.startsWith(word))
    if (words.every(isFound)) found.push(one)
  }
  return { businesses: found, announced: new Map(announcing.flatMap((titles) => [...titles])) }
}

const collator = new Intl.Collator('fr')

const order = (state: ReadonlyMap<string, boolean>) => (a: ListedBusiness, b: ListedBusiness) =>
  Number(state.get(b.id)) - Number(state.get(a.id)) || collator.compare(a.name, b.name) || a.id.localeCompare(b.id)

const filterLinks = (path: string, query: ReadonlyMap<string, string>): DirectoryContent['filters'] => [
  toggle(path, query, 'ouvert', '1', 'Ouvert maintenant'),
  ...Object.entries(types).map(([type, name]) => toggle(path, query, 'type', type, name)),
]

function categoryLinks(
  town: Town,
  businesses: readonly ListedBusiness[],
  query: ReadonlyMap<string, string>,
): DirectoryContent['categories'] {
  const groups = [...Map.groupBy(businesses, ({ category }) => category)]
  return groups
    .map(([category, list]) => ({
      href: without(`/${town.slug}/annuaire/${category.replaceAll('_', '-')}`, query, 'page'),
      name: categoryLabel(category, list[0]?.type),
      isOn: false,
      count: list.length,
    }))
    .sort((a, b) => collator.compare(a.name, b.name))
}

type Empty = { town: Town; path: string; asked: Asked; matching: readonly ListedBusiness[]; reading: Reading }

/** The cause, and the ways out: without the filter, or the same words in the towns around that live. */
async function emptyOf({ town, path, asked, matching, reading }: Empty): Promise<DirectoryContent['empty']> {
  const { now, address } = reading
  if (matching.length > 0) {
    const next = matching
      .flatMap((one) => ({ name: one.name, opens: opensNext(one.plan, now) }))
      .filter(({ opens }) => opens !== undefined)
      .sort((a, b) => (a.opens?.at ?? 0) - (b.opens?.at ?? 0))[0]
    const first = next ? ` Premier à ouvrir : ${next.name}, ${next.opens?.when}.` : ''
    return {
      sentence: `Rien d’ouvert à cette heure.${first}`,
      links: [{ href: without(path, address.query, 'ouvert'), name: 'Tout voir' }],
    }
  }
  if (asked.query)
    return {
      sentence: `Aucun résultat pour « ${asked.query} ».`,
      links: [
        { href: without(path, address.query, 'q'), name: 'Effacer la recherche' },
        ...(await livelyNear(reading, town, 3)).map(({ href, name }) => ({
          href: withQuery(`${href}/annuaire`, new Map([['q', asked.query]])),
          name: `Chercher ${atTown(name)}`,
        })),
      ],
    }
  return {
    sentence: 'Personne ici pour l’instant.',
    links: [{ href: `/${town.slug}/annuaire`, name: 'Tout l’annuaire' }],
  }
}
