import { type DayOfRun, dayNumbersBetween, groupAgenda } from '@parvis/domain/agenda/grouping'
import { isHeld } from '@parvis/domain/instants/held'
import { instantCategories, instantCategoryOf } from '@parvis/domain/instants/kind'
import { agendaWindow, type Occurrence } from '@parvis/domain/instants/occurrences'
import { daysOfItem } from '@parvis/domain/instants/schedule'
import { dayNumberOf, parisDayNumber, startOfDay } from '@parvis/domain/kernel/paris-days'
import { parisDay, startOfParisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { AgendaContent, AgendaLine } from '@parvis/domain/site/page'
import { clockText, longDay, shortDay } from '@parvis/domain/site/when.fr'
import { ofTown } from '@parvis/domain/towns/slug'
import { Temporal } from 'temporal-polyfill'
import type { Town } from '../towns/index.ts'
import { instantPath, residentHome } from './addresses.ts'
import { listTimesInZips, type SiteTimeRow } from './instants.queries.ts'
import { capitalise } from './opening.ts'
import { caching, redirect } from './page-answer.ts'
import { withQuery } from './plain-address.ts'
import { type PageAnswer, type PageParts, type PageRead, type Reading, tagOf, townTags } from './reading.ts'
import { feedsOf, waysOf } from './show-business.ts'
import { categoryOfInstant, gatherInstants, type SiteInstant, stateShown } from './show-instants.ts'
import { notFound } from './show-message.ts'

export type Dated = { instant: SiteInstant; occurrence: Occurrence }

/** Every occurrence that GET calendar lists for the town's codes, by start then by instant. */
export async function listDated({ deps, now }: Reading, town: Town, known?: SiteTimeRow[]): Promise<Dated[]> {
  const rows = known ?? (await listTimesInZips(deps.db, town.zips))
  return datesOf(await gatherInstants(deps.db, rows, now), now)
}

export function datesOf(instants: readonly SiteInstant[], now: Temporal.Instant): Dated[] {
  const window = agendaWindow(now)
  return instants
    .flatMap((instant) => window(instant.items, instant.context).map((occurrence) => ({ instant, occurrence })))
    .sort((a, b) => a.occurrence.start - b.occurrence.start || a.instant.instantId - b.instant.instantId)
}

const firstDays = 7

/** The agenda of a town, or of one of its days (W-042 to W-044). */
export async function readAgenda(
  reading: Reading,
  town: Town,
  word: string | undefined,
  known?: SiteTimeRow[],
): Promise<PageRead> {
  const today = parisDay(reading.now)
  if (word === undefined) return agendaPage(reading, town, await listDated(reading, town, known))
  const day = readDay(word)
  const last = today.with({ day: 1 }).add({ months: 12 }).subtract({ days: 1 })
  if (!day || Temporal.PlainDate.compare(day, last) > 0) return notFound(town)
  if (Temporal.PlainDate.compare(day, today) < 0) return redirect(301, `/${town.slug}/agenda`, caching.renamed)
  return agendaPage(reading, town, await listDated(reading, town, known), day)
}

function agendaPage(reading: Reading, town: Town, all: readonly Dated[], day?: Temporal.PlainDate): PageAnswer {
  const { deps, now, address } = reading
  const today = parisDay(now)
  const category = instantCategoryOf(address.query.get('categorie') ?? '')
  const kept = category ? all.filter(({ instant }) => instant.categoryId === category.id) : all
  const path = [`/${town.slug}/agenda`, day].filter(Boolean).join('/')
  const number = day && dayNumberOf(day.toString())
  const dated = kept.filter(({ occurrence }) => number === undefined || touches(occurrence, number))
  const isLong = address.query.has('page')
  const isWhole = day !== undefined || isLong || dated.every((one) => isWithin(one, now))
  const more = { href: withQuery(path, new Map([...address.query, ['page', '2']])), name: 'Voir la suite' }
  const content: AgendaContent = {
    kind: 'agenda',
    heading: [day && capitalise(longDay(day)), `Agenda ${ofTown(town.name)}`].filter(Boolean).join(' · '),
    strip: strip(town, kept, today, day),
    categories: categoryLinks(path, all, category?.slug),
    groups: day ? dayGroup(dated, town, day) : weekGroups(dated, town, now, isLong),
    more: isWhole ? null : more,
    empty: emptyOf({ dated, all: kept, day, town, config: deps.config }),
    ways: waysOf(deps.config, `/${town.slug}`),
  }
  const tags = [...townTags(town), ...new Set(all.map(({ instant }) => tagOf(instant.companyId)))]
  return { page: agendaFrame(reading, { town, day, path, isIndexed: all.length > 0, content }), tags }
}

type AgendaFrame = {
  town: Town
  day: Temporal.PlainDate | undefined
  path: string
  isIndexed: boolean
  content: AgendaContent
}

function agendaFrame({ deps: { config } }: Reading, { town, day, path, isIndexed, content }: AgendaFrame): PageParts {
  const name = `Agenda ${ofTown(town.name)}`
  return {
    title: day ? `${capitalise(longDay(day))} : agenda ${ofTown(town.name)}` : name,
    description: `Concerts, marchés, ateliers, offres : ce qui se passe bientôt, dans l’agenda ${ofTown(town.name)}.`,
    canonical: `${residentHome(config)}${path}`,
    isIndexed,
    feeds: feedsOf(`${residentHome(config)}/${town.slug}`, town.name),
    breadcrumb: [
      { href: `/${town.slug}`, name: town.name },
      { href: `/${town.slug}/agenda`, name: 'Agenda' },
      ...(day ? [{ href: path, name: shortDay(day) }] : []),
    ],
    town: { href: `/${town.slug}`, name: town.name, slug: town.slug },
    content,
  }
}

function readDay(word: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return undefined
  try {
    return Temporal.PlainDate.from(word, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

/** A date of several days is listed on each of them (H-111); `day` is numbered as kernel/paris-days does. */
export function touches({ originalStart, end }: Occurrence, day: number): boolean {
  const { first, last } = dayNumbersBetween(originalStart, end)
  return first <= day && day <= last
}

/** Whether it starts within the first days; one that has begun counts as today's. */
const isWithin = ({ occurrence }: Dated, { epochMilliseconds }: Temporal.Instant) =>
  parisDayNumber(occurrence.originalStart) < parisDayNumber(epochMilliseconds) + firstDays

const stripDays = 14
/** Fourteen days with how much each holds. */
function strip(
  town: Town,
  dated: readonly Dated[],
  today: Temporal.PlainDate,
  chosen: Temporal.PlainDate | undefined,
): AgendaContent['strip'] {
  const first = dayNumberOf(today.toString())
  // The days of a year of dates that the strip may show, computed once.
  const spans = dated
    .filter(({ occurrence }) => occurrence.originalStart < startOfDay(first + stripDays) && isHeld(occurrence))
    .map(({ occurrence: { originalStart, end } }) => dayNumbersBetween(originalStart, end))
  return Array.from({ length: stripDays }, (_, at) => today.add({ days: at })).map((day, at) => ({
    href: `/${town.slug}/agenda/${day}`,
    name: String(day.day),
    weekday: shortDay(day).slice(0, 3),
    count: spans.filter((span) => span.first <= first + at && first + at <= span.last).length,
    isOn: chosen?.equals(day) ?? false,
  }))
}

function categoryLinks(path: string, all: readonly Dated[], chosen: string | undefined): AgendaContent['categories'] {
  const present = new Set(all.map(({ instant }) => instant.categoryId))
  return instantCategories
    .filter(({ id }) => present.has(id))
    .map(({ slug, label }) => ({
      href: chosen === slug ? path : withQuery(path, new Map([['categorie', slug]])),
      name: label,
      isOn: chosen === slug,
    }))
}

/** The groups of the portal; what comes back every day is gathered under « Tous les jours ». */
function weekGroups(
  dated: readonly Dated[],
  town: Town,
  now: Temporal.Instant,
  isLong: boolean,
): AgendaContent['groups'] {
  const shown = isLong ? dated : dated.filter((one) => isWithin(one, now))
  const items = shown.map((one) => ({
    id: one.instant.instantId,
    start: writeParisIso(one.occurrence.start),
    originalStart: writeParisIso(one.occurrence.originalStart),
    end: writeParisIso(one.occurrence.end),
    one,
  }))
  return groupAgenda(items, now).map(({ title, items: inGroup }) => {
    const [everyDay, lines] = [inGroup.filter(({ one }) => isDaily(one)), inGroup.filter(({ one }) => !isDaily(one))]
    return {
      title,
      lines: lines.map(({ one, run }) => agendaLine(one, town, run)),
      everyDay: everyDay.map(({ one }) => agendaLine(one, town)),
    }
  })
}

const isDaily = ({ instant }: Dated) =>
  instant.items.some((item) => item.kind === 'recurrent' && daysOfItem(item).length === 7)

function dayGroup(dated: readonly Dated[], town: Town, day: Temporal.PlainDate): AgendaContent['groups'] {
  if (dated.length === 0) return []
  return [
    {
      title: capitalise(shortDay(day)),
      lines: dated.map((one) => agendaLine(one, town, runOn(one, day))),
      everyDay: [],
    },
  ]
}

function runOn({ occurrence }: Dated, day: Temporal.PlainDate): DayOfRun | undefined {
  const { first, last } = dayNumbersBetween(occurrence.originalStart, occurrence.end)
  return first === last ? undefined : { day: dayNumberOf(day.toString()) - first + 1, of: last - first + 1 }
}

export function agendaLine({ instant, occurrence }: Dated, town: Town, run?: DayOfRun): AgendaLine {
  const elsewhere = instant.city && !town.name.toLowerCase().startsWith(instant.city.toLowerCase())
  return {
    href: instantPath(instant, instant),
    name: instant.title,
    time: timeText(occurrence, run),
    place: instant.address,
    business: instant.companyName,
    category: categoryOfInstant(instant.categoryId).label,
    city: elsewhere ? instant.city : null,
    ...stateShown(occurrence),
  }
}

/** `14 h – 18 h`; of several days `dès 10 h (jour 1 sur 3)`, `jour 2 sur 3`, `jusqu’à 18 h (jour 3 sur 3)`. */
function timeText({ originalStart, end }: Occurrence, run: DayOfRun | undefined): string {
  const [from, to] = [originalStart, end].map((epochMilliseconds) => clockText({ epochMilliseconds }))
  if (!run) return `${from} – ${to}`
  const words = `jour ${run.day} sur ${run.of}`
  if (run.day === 1) return `dès ${from} (${words})`
  return run.day === run.of ? `jusqu’à ${to} (${words})` : words
}

type Empty = {
  dated: readonly Dated[]
  all: readonly Dated[]
  day: Temporal.PlainDate | undefined
  town: Town
  config: Reading['deps']['config']
}

function emptyOf({ dated, all, day, town, config }: Empty): AgendaContent['empty'] {
  if (dated.length > 0) return null
  if (day) {
    const from = startOfParisDay(day).epochMilliseconds
    const next = all.find(({ occurrence }) => occurrence.originalStart >= from)
    return {
      sentence: 'Rien d’annoncé ce jour-là.',
      next: next ? agendaLine(next, town) : null,
      links: [{ href: `/${town.slug}/agenda`, name: 'Tout l’agenda' }],
    }
  }
  return {
    sentence: 'Aucun rendez-vous annoncé pour l’instant.',
    next: null,
    links: [{ href: `${config.publicUrl}/inscription`, name: 'Vous organisez quelque chose ?' }],
  }
}
