import { categoryLabel } from '@parvis/domain/company/categories'
import { isOpenAt } from '@parvis/domain/hours/opening'
import { takesPlace } from '@parvis/domain/instants/takes-place'
import { parisDay, startOfParisDay } from '@parvis/domain/kernel/paris-time'
import type { TownContent } from '@parvis/domain/site/page'
import type { Link } from '@parvis/domain/site/shown'
import { atTown, ofTown } from '@parvis/domain/towns/slug'
import { together } from '@parvis/postgres'
import type { Temporal } from 'temporal-polyfill'
import { listDates, type NearDate } from '../../agenda/index.ts'
import { type Town, townsOfDepartment } from '../../towns/index.ts'
import { residentHome } from '../addresses.ts'
import { findBusinesses } from '../businesses.queries.ts'
import { listTimesOfInstants } from '../instants.queries.ts'
import { type ListedBusiness, listLivelyTowns } from '../town-businesses.queries.ts'
import { serviceTiles } from './read-services.ts'
import { linkToTown, type PageRead, type Reading, tagOf, townTags } from './reading.ts'
import { businessCard, feedsOf, waysOf } from './show-business.ts'
import { gatherInstants, instantCard, isPlanned, type SiteInstant } from './show-instants.ts'

const soonMilliseconds = 3 * 3_600_000

const maxRunning = 6
const maxNext = 5
const maxNewcomers = 4
/** Read for each list: an instant may have several dates. */
const maxRead = 30

/** A town's home, or the page of a town where nobody is yet. */
export async function readTown(reading: Reading, town: Town, businesses: readonly ListedBusiness[]): Promise<PageRead> {
  const { deps, base, now } = reading
  const { config } = deps
  const byAge = businesses.toSorted((one, other) => other.completedAt - one.completedAt)
  const newest = byAge.slice(0, maxNewcomers)
  const official = byAge.findLast(({ type, isVerified }) => type === 'mairie' && isVerified)
  const shown = [...newest, ...(official ? [official] : [])].map(({ id }) => id)
  const { running, next, today, known } = await instantsOfTown(reading, town, shown)
  const newcomers = newest.flatMap(({ id }) => known.get(id) ?? [])
  const hall = known.get(official?.id ?? '')
  const url = `${residentHome(config)}/${town.slug}`
  const isEmpty = businesses.length === 0
  const cards = (list: readonly SiteInstant[]) => list.map((one) => instantCard(config, base, one, now))
  const content: TownContent = {
    kind: 'town',
    name: town.name,
    today: isEmpty
      ? `Personne n’est encore inscrit ${atTown(town.name)}.`
      : todayLine(town, businesses, { today, running, now }),
    isEmpty,
    running: cards(running),
    next: cards(next),
    categories: categoriesOf(town, businesses),
    services: hall ? (await serviceTiles(reading, town, hall)).slice(0, 6) : [],
    newcomers: newcomers.map((business) => businessCard(config, business, now)),
    nearby: isEmpty ? await livelyNear(reading, town, 6) : [],
    registration: `${config.publicUrl}/inscription`,
    ways: waysOf(config, `/${town.slug}`),
  }
  return {
    page: {
      title: `${town.name} : commerces, agenda et services`,
      description: isEmpty
        ? `Personne n’est encore inscrit ${atTown(town.name)}.`
        : `Les commerces ouverts, l’agenda et les services ${ofTown(town.name)}, tenus par ceux qui y vivent.`,
      canonical: url,
      isIndexed: businesses.some(({ isVerified }) => isVerified),
      feeds: feedsOf(url, town.name),
      breadcrumb: [{ href: '/', name: 'Accueil' }, linkToTown(town)],
      town: linkToTown(town),
      content,
    },
    tags: [...townTags(town), ...[...running, ...next].map(({ companyId }) => tagOf(companyId))],
  }
}

/**
 * What runs or begins within three hours, the next events, and how many there are today in words: as many dates are read as are shown.
 * In the same message, `known`: these businesses.
 */
async function instantsOfTown({ deps: { db }, now }: Reading, { zips }: Town, businesses: readonly string[]) {
  const until = now.epochMilliseconds + soonMilliseconds
  const [known, soon, events] = await together(db, (tx) => [
    findBusinesses(tx, businesses),
    listDates(tx, { zips, from: now, until, most: maxRead }),
    listDates(tx, { zips, from: now, kind: 'event', most: maxRead }),
  ])
  const first = (dates: readonly NearDate[], most: number) =>
    [...new Set(dates.map(({ row }) => row.instantId))].slice(0, most)
  const ids = new Set([
    ...first(
      soon.filter(({ occurrence }) => isPlanned(occurrence)),
      maxRunning,
    ),
    ...first(events, maxRunning + maxNext),
  ])
  const instants = await gatherInstants(db, await listTimesOfInstants(db, { ids: [...ids] }), now)
  const running = instants.filter(({ next }) => next && isPlanned(next) && next.originalStart <= until)
  const next = instants.filter((one) => one.kind === 'event' && !running.slice(0, maxRunning).includes(one))
  const endOfDay = startOfParisDay(parisDay(now).add({ days: 1 })).epochMilliseconds
  const isToday = ({ occurrence }: NearDate) => takesPlace(occurrence) && occurrence.originalStart < endOfDay
  const count = first(events.filter(isToday), maxRead).length
  const isMore = events.length >= maxRead && (events.at(-1)?.start ?? 0) < endOfDay
  const today = isMore ? `plus de ${count - 1}` : count === 0 ? 'aucun' : String(count)
  return { running: running.slice(0, maxRunning), next: next.slice(0, maxNext), today, known }
}

const shopTypes: readonly string[] = ['commerce', 'entreprise']

/** « Aujourd’hui à Clichy : 4 rendez-vous, 23 commerces ouverts », which the page shows below it (residents.md 15.43). */
function todayLine(
  town: Town,
  businesses: readonly ListedBusiness[],
  { today, running, now }: { today: string; running: readonly SiteInstant[]; now: Temporal.Instant },
): string {
  const open = businesses.filter(
    ({ type, plan }) => shopTypes.includes(type) && isOpenAt(plan, now.epochMilliseconds),
  ).length
  const shops =
    open === 0 ? 'aucun commerce ouvert' : `${open} commerce${open > 1 ? 's' : ''} ouvert${open > 1 ? 's' : ''}`
  const announced = running.filter(({ kind }) => kind !== 'event').length
  const others = announced > 0 ? `, ${announced} annonce${announced > 1 ? 's' : ''} en ce moment` : ''
  return `Aujourd’hui ${atTown(town.name)}\u00a0: ${today} rendez-vous, ${shops}${others}`
}

function categoriesOf(town: Town, businesses: readonly ListedBusiness[]): TownContent['categories'] {
  const groups = Map.groupBy(businesses, ({ category }) => category)
  return [...groups.entries()]
    .map(([category, list]) => ({
      href: `/${town.slug}/annuaire/${category.replaceAll('_', '-')}`,
      name: categoryLabel(category, list[0]?.type),
      count: list.length,
    }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'fr'))
    .slice(0, 12)
}

/** The towns of a department that have businesses, but this one. */
export async function livelyNear({ deps: { db } }: Reading, town: Town, max: number): Promise<Link[]> {
  const near = townsOfDepartment(town.department).flatMap(({ code }) => (code === town.code ? [] : code))
  return (await listLivelyTowns(db, { min: 1, max, among: near })).map(linkToTown)
}
