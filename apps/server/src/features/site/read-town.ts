import { categoryLabel } from '@parvis/domain/company/categories'
import { isHeld } from '@parvis/domain/instants/held'
import { parisDay, startOfParisDay } from '@parvis/domain/kernel/paris-time'
import type { TownContent } from '@parvis/domain/site/page'
import { atTown, ofTown } from '@parvis/domain/towns/slug'
import type { Temporal } from 'temporal-polyfill'
import type { Db } from '../../db/database.ts'
import { sendTogether } from '../../db/pipeline.ts'
import { type Town, townOfCode, townsOfDepartment } from '../towns/index.ts'
import { residentHome } from './addresses.ts'
import { findTownHall, listBusinesses, listLivelyTowns, type SiteBusiness } from './businesses.queries.ts'
import { listTimesInZips, type SiteTimeRow } from './instants.queries.ts'
import { openingOf } from './opening.ts'
import { serviceTiles } from './read-services.ts'
import { type PageRead, type Reading, tagOf, townTags } from './reading.ts'
import { businessCard, feedsOf, waysOf } from './show-business.ts'
import { gatherInstants, instantCard, isPlanned, type SiteInstant } from './show-instants.ts'

const soonMilliseconds = 3 * 3_600_000

/** Queries of a town's page, sent in one message. */
export const askTown = (tx: Db, town: Town) =>
  [listBusinesses(tx, town.code), listTimesInZips(tx, town.zips), findTownHall(tx, town.code)] as const

export type TownRows = [SiteBusiness[], SiteTimeRow[], SiteBusiness | undefined]

/** A town's home (W-025), or the page of a town where nobody is yet (W-026). */
export async function readTown(reading: Reading, town: Town, known?: TownRows): Promise<PageRead> {
  const { deps, place, now } = reading
  const { db, config } = deps
  const [businesses, times, hall] = known ?? (await sendTogether(db, (tx) => askTown(tx, town)))
  const instants = await gatherInstants(db, times, now)
  const url = `${residentHome(config)}/${town.slug}`
  const isEmpty = businesses.length === 0
  const cards = (list: readonly SiteInstant[]) => list.map((one) => instantCard(config, place, one, now))
  const soon = now.epochMilliseconds + soonMilliseconds
  const running = instants.filter(({ next }) => next && isPlanned(next) && next.originalStart <= soon).slice(0, 6)
  const next = instants.filter((one) => one.kind === 'event' && !running.includes(one)).slice(0, 5)
  const content: TownContent = {
    kind: 'town',
    name: town.name,
    today: isEmpty ? `Personne n’est encore inscrit ${atTown(town.name)}.` : todayLine(town, businesses, instants, now),
    isEmpty,
    running: cards(running),
    next: cards(next),
    categories: categoriesOf(town, businesses),
    services: hall ? (await serviceTiles(reading, town, hall)).slice(0, 6) : [],
    newcomers: newest(businesses).map((business) => businessCard(config, business, now)),
    nearby: isEmpty ? await livelyNear(reading, town) : [],
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
      breadcrumb: [
        { href: '/', name: 'Accueil' },
        { href: `/${town.slug}`, name: town.name },
      ],
      town: { href: `/${town.slug}`, name: town.name, slug: town.slug },
      content,
    },
    tags: [...townTags(town), ...instants.map(({ companyId }) => tagOf(companyId))],
  }
}

/** « Aujourd’hui à Clichy : 4 rendez-vous, 23 commerces ouverts » (15.43). */
function todayLine(
  town: Town,
  businesses: readonly SiteBusiness[],
  instants: readonly SiteInstant[],
  now: Temporal.Instant,
): string {
  const endOfDay = startOfParisDay(parisDay(now).add({ days: 1 })).epochMilliseconds
  const isToday = ({ kind, next }: SiteInstant) =>
    kind === 'event' && next && isHeld(next) && next.originalStart < endOfDay
  const events = instants.filter(isToday).length
  const open = businesses.filter(({ plan }) => openingOf(plan, now).isOpen).length
  const shops =
    open === 0 ? 'aucun commerce ouvert' : `${open} commerce${open > 1 ? 's' : ''} ouvert${open > 1 ? 's' : ''}`
  return `Aujourd’hui ${atTown(town.name)} : ${events === 0 ? 'aucun' : events} rendez-vous, ${shops}`
}

function categoriesOf(town: Town, businesses: readonly SiteBusiness[]): TownContent['categories'] {
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

const newest = (businesses: readonly SiteBusiness[]) =>
  businesses.toSorted((a, b) => b.completedAt.getTime() - a.completedAt.getTime()).slice(0, 4)

/** The towns of a department that have businesses. */
async function livelyNear({ deps: { db } }: Reading, town: Town): Promise<TownContent['nearby']> {
  const near = townsOfDepartment(town.department).map(({ code }) => code)
  return (await listLivelyTowns(db, { min: 1, max: 6, among: near }))
    .flatMap((code) => townOfCode(code) ?? [])
    .map(({ slug, name }) => ({ href: `/${slug}`, name }))
}
