import { type DayOfRun, dayNumbersBetween, groupAgenda } from '@parvis/domain/agenda/grouping'
import { daysOfWeek } from '@parvis/domain/company/opening-hours'
import { instantCategories, instantCategoryOf } from '@parvis/domain/instants/kind'
import type { Occurrence } from '@parvis/domain/instants/occurrences'
import { dayNumberOf } from '@parvis/domain/kernel/paris-days'
import { parisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { capitalise } from '@parvis/domain/kernel/text'
import type { AgendaContent, AgendaLine } from '@parvis/domain/site/agenda-page'
import { clockText, longDay, shortDay } from '@parvis/domain/site/when.fr'
import { ofTown } from '@parvis/domain/towns/slug'
import { together } from '@parvis/postgres'
import { Temporal } from 'temporal-polyfill'
import type { Config } from '../../../config.ts'
import { countDays, listDates, maxCounted, type NearDate, selectNewest } from '../../agenda/index.ts'
import type { Town } from '../../towns/index.ts'
import { instantPath, residentHome } from '../addresses.ts'
import { caching, redirect } from '../hosts/page-answer.ts'
import { withQuery } from '../hosts/plain-address.ts'
import { type AddressedDate, withAddresses } from '../instants.queries.ts'
import { pictureHome, pictureOf, square } from '../pictures.ts'
import { datesOfPage, maxPages, spanOf } from './agenda-dates.ts'
import { type PageRead, type Reading, tagOf, townTags, underTown } from './reading.ts'
import { feedsOf, waysOf } from './show-business.ts'
import { categoryOfInstant, stateShown } from './show-instants.ts'
import { notFound } from './show-message.ts'

/** The agenda of a town, or of one of its days. */
export async function readAgenda(reading: Reading, town: Town): Promise<PageRead> {
  const word = reading.address.words[2]
  const today = parisDay(reading.now)
  if (word === undefined) return await agendaPage(reading, town)
  const day = readDay(word)
  const last = today.with({ day: 1 }).add({ months: 12 }).subtract({ days: 1 })
  if (!day || Temporal.PlainDate.compare(day, last) > 0) return notFound(town)
  if (Temporal.PlainDate.compare(day, today) < 0) return redirect(301, `/${town.slug}/agenda`, caching.renamed)
  return await agendaPage(reading, town, day)
}

async function agendaPage(reading: Reading, town: Town, day?: Temporal.PlainDate): Promise<PageRead> {
  const { deps, now, address } = reading
  const { zips } = town
  const { id: category, slug } = instantCategoryOf(address.query.get('categorie') ?? '') ?? {}
  const path = [`/${town.slug}/agenda`, day].filter(Boolean).join('/')
  const page = Number(address.query.get('page') ?? 1)
  if (page > maxPages) return notFound(town)
  const [counts, newest, { dates, next }] = await together(deps.db, (db) => [
    countDays(db, { zips, now, days: stripDays, category }),
    selectNewest(db, { zips, most: 1 }),
    datesOfPage(db, now, { zips, category, day, page }),
  ])
  const dated = await withAddresses(deps.db, dates)
  const lineOf = linesOf(deps.config, town)
  const more = next && withQuery(path, new Map([...address.query, ['page', next]]))
  const content: AgendaContent = {
    kind: 'agenda',
    heading: headingOf(town, day),
    strip: strip(town, counts, parisDay(now), day),
    categories: categoryLinks(path, new Set(newest.map((one) => one.category)), slug),
    groups: groupsOf(dated, lineOf, now, day),
    more: more ? { href: more, name: 'Voir la suite' } : null,
    empty: dated.length > 0 ? null : await emptyOf(reading, { town, day, category, lineOf }),
    ways: waysOf(deps.config, `/${town.slug}`),
  }
  const tags = [...townTags(town), ...new Set(dates.map(({ row }) => tagOf(row.companyId)))]
  const links = [
    { href: `/${town.slug}/agenda`, name: 'Agenda' },
    ...(day ? [{ href: path, name: shortDay(day) }] : []),
  ]
  const shown = {
    ...underTown(reading, town, ...links),
    title: day ? `${capitalise(longDay(day))} : agenda ${ofTown(town.name)}` : `Agenda ${ofTown(town.name)}`,
    description: `Concerts, marchés, ateliers, offres : ce qui se passe bientôt, dans l’agenda ${ofTown(town.name)}.`,
    isIndexed: newest.length > 0,
    feeds: feedsOf(`${residentHome(deps.config)}/${town.slug}`, town.name),
    content,
  }
  return { page: shown, tags }
}

const headingOf = (town: Town, day: Temporal.PlainDate | undefined): string =>
  [day && capitalise(longDay(day)), `Agenda ${ofTown(town.name)}`].filter(Boolean).join(' · ')

type Dated = NearDate & AddressedDate

type LineOf = (one: Dated, run?: DayOfRun) => AgendaLine

const linesOf =
  (config: Config, town: Town): LineOf =>
  (one, run) => ({
    ...agendaLine(one, town, run),
    picture: pictureOf(pictureHome(config), one.row.picture, square, ''),
  })

const groupsOf = (
  dated: readonly Dated[],
  lineOf: LineOf,
  now: Temporal.Instant,
  day: Temporal.PlainDate | undefined,
): AgendaContent['groups'] => (day ? dayGroup(dated, lineOf, day) : weekGroups(dated, lineOf, now))

function readDay(word: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return undefined
  try {
    return Temporal.PlainDate.from(word, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

const stripDays = 14
const strip = (
  town: Town,
  counts: readonly number[],
  today: Temporal.PlainDate,
  chosen: Temporal.PlainDate | undefined,
): AgendaContent['strip'] =>
  counts.map((count, at) => {
    const day = today.add({ days: at })
    return {
      href: `/${town.slug}/agenda/${day}`,
      name: String(day.day),
      weekday: shortDay(day).slice(0, 3),
      count: countText(count),
      isOn: chosen?.equals(day) ?? false,
    }
  })

/** No more are counted than a hundred. */
const countText = (count: number): string => (count < maxCounted ? String(count || '—') : `${maxCounted - 1}+`)

const categoryLinks = (path: string, present: ReadonlySet<number>, chosen: string | undefined) =>
  instantCategories
    .filter(({ id }) => present.has(id))
    .map(({ slug, label }) => ({
      href: chosen === slug ? path : withQuery(path, new Map([['categorie', slug]])),
      name: label,
      isOn: chosen === slug,
    }))

/** The groups of the portal, each with its events first and what comes back folded. */
function weekGroups(dated: readonly Dated[], lineOf: LineOf, now: Temporal.Instant): AgendaContent['groups'] {
  const items = dated.map((one) => ({
    id: one.row.instantId,
    start: writeParisIso(one.occurrence.start),
    originalStart: writeParisIso(one.occurrence.originalStart),
    end: writeParisIso(one.occurrence.end),
    one,
  }))
  return groupAgenda(items, now).map(({ title, items: inGroup }) => groupShown(title, inGroup, lineOf))
}

function dayGroup(dated: readonly Dated[], lineOf: LineOf, day: Temporal.PlainDate): AgendaContent['groups'] {
  if (dated.length === 0) return []
  const items = dated.map((one) => ({ one, run: runOn(one, day) }))
  return [groupShown(capitalise(shortDay(day)), items, lineOf)]
}

type InGroup = { one: Dated; run?: DayOfRun | undefined }
const folds = { everyDay: 'Tous les jours', weekly: 'Chaque semaine' }

function groupShown(title: string, items: readonly InGroup[], lineOf: LineOf): AgendaContent['groups'][number] {
  const shown = ({ one, run }: InGroup) => lineOf(one, run)
  const sorted = Map.groupBy(items, ({ one }) => partOf(one))
  const comesBack = (['everyDay', 'weekly'] as const).flatMap((part) => {
    const lines = sorted.get(part) ?? []
    return lines.length > 0 ? [{ title: folds[part], lines: lines.map(shown) }] : []
  })
  return { title, lines: [...(sorted.get('event') ?? []), ...(sorted.get('dated') ?? [])].map(shown), comesBack }
}

/** A line without a date of its own comes back: every day, or on the days of its week. An event is news whenever it takes place. */
function partOf({ row, items }: Dated): 'event' | 'dated' | 'everyDay' | 'weekly' {
  if (row.kind === 'event') return 'event'
  if (row.day_type === 'all_days' || row.days?.length === daysOfWeek.length) return 'everyDay'
  return items.some(({ kind }) => kind === 'fixed') ? 'dated' : 'weekly'
}

function runOn({ occurrence }: Dated, day: Temporal.PlainDate): DayOfRun | undefined {
  const { first, last } = dayNumbersBetween(occurrence.originalStart, occurrence.end)
  return first === last ? undefined : { day: dayNumberOf(day.toString()) - first + 1, of: last - first + 1 }
}

/** The words of a line, which a sheet of paper shows without its picture. */
export function agendaLine(
  { row, occurrence, place }: AddressedDate,
  town: Town,
  run?: DayOfRun,
): Omit<AgendaLine, 'picture'> {
  const elsewhere = row.city && !town.name.toLowerCase().startsWith(row.city.toLowerCase())
  return {
    href: instantPath(place, row),
    name: row.title,
    time: timeText(occurrence, run),
    place: row.address,
    business: row.companyName,
    category: categoryOfInstant(row.categoryId).label,
    city: elsewhere ? row.city : null,
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

type Empty = { town: Town; day: Temporal.PlainDate | undefined; category: number | undefined; lineOf: LineOf }

async function emptyOf(
  { deps, now }: Reading,
  { town, day, category, lineOf }: Empty,
): Promise<AgendaContent['empty']> {
  if (!day)
    return {
      sentence: 'Aucun rendez-vous annoncé pour l’instant.',
      next: null,
      links: [{ href: `${deps.config.publicUrl}/inscription`, name: 'Vous organisez quelque chose ?' }],
    }
  const [from] = spanOf(day, now)
  const [next] = await withAddresses(
    deps.db,
    await listDates(deps.db, { zips: town.zips, from, now, category, most: 1 }),
  )
  return {
    sentence: 'Rien d’annoncé ce jour-là.',
    next: next ? lineOf(next) : null,
    links: [{ href: `/${town.slug}/agenda`, name: 'Tout l’agenda' }],
  }
}
