import { shorten } from '@parvis/domain/kernel/text'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import { ofTown } from '@parvis/domain/towns/slug'
import type { Temporal } from 'temporal-polyfill'
import { listDates } from '../../agenda/index.ts'
import type { Town } from '../../towns/index.ts'
import { businessPath, instantPath } from '../addresses.ts'
import type { SiteBusiness } from '../businesses.queries.ts'
import { findTexts } from '../instants.queries.ts'
import { type Reading, tagOf, townTags } from '../pages/reading.ts'
import { instantsOf, instantsOfDates, type SiteInstant } from '../pages/show-instants.ts'
import { linkedDays } from './calendar-events.ts'

export type FeedOf = { town: Town } | { business: SiteBusiness } | { instant: SiteInstant }

/** The nearest instants of the coming 62 days; of one instant, all it holds. */
export async function instantsOfFeed(
  { deps: { db }, now }: Reading,
  of: FeedOf,
  category: number | undefined,
): Promise<SiteInstant[]> {
  if ('instant' in of) return [of.instant]
  const until = lastOf(of, now)
  const isNear = ({ next }: SiteInstant) => next !== undefined && next.start <= until
  if ('business' in of) {
    const instants = await instantsOf(db, of.business, now, maxEvents)
    return instants.filter((one) => isNear(one) && (!category || one.categoryId === category))
  }
  return await instantsOfDates(
    db,
    await listDates(db, { zips: of.town.zips, from: now, category, until, most: maxEvents }),
  )
}

export const lastOf = (of: FeedOf, now: Temporal.Instant): number =>
  'instant' in of ? Number.POSITIVE_INFINITY : now.epochMilliseconds + linkedDays * 86_400_000

/** A calendar holds so many events, the nearest ones. */
export const maxEvents = 500

/** A text ends after so many letters, in words. */
const maxLetters = 500
const htmlLetters = 1_000

export async function textsOf({ deps: { db } }: Reading, instants: readonly SiteInstant[]) {
  const texts = await findTexts(
    db,
    instants.map(({ instantId }) => instantId),
    htmlLetters,
  )
  return ({ instantId }: SiteInstant) => shorten(htmlToPlainText(texts.get(instantId) ?? ''), maxLetters)
}

export function nameOf(of: FeedOf): { name: string; path: string; tags: string[] } {
  if ('town' in of) return { name: `Agenda ${ofTown(of.town.name)}`, path: `/${of.town.slug}`, tags: townTags(of.town) }
  if ('business' in of)
    return { name: of.business.name, path: businessPath(of.business), tags: [tagOf(of.business.id)] }
  const { instant } = of
  return { name: instant.title, path: instantPath(instant, instant), tags: [tagOf(instant.companyId)] }
}

export const newest = (instants: readonly SiteInstant[], now: Temporal.Instant): Date =>
  new Date(Math.max(0, ...instants.map(({ modifiedAt }) => modifiedAt.getTime())) || now.epochMilliseconds)
