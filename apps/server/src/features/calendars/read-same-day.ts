import type { AnswerOf } from '@parvis/domain/api'
import { isLikeTitle, likelyText, sameDayText, spanOfDate } from '@parvis/domain/calendars/same-day'
import { parisDayNumber, startOfDay } from '@parvis/domain/kernel/paris-days'
import { readDateTime, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { momentAt } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit, type Limit } from '../../http/limits.ts'
import { listDates, type NearDate } from '../agenda/index.ts'
import { instantUrl, withAddresses } from '../site/index.ts'
import { townOfAddress } from '../towns/index.ts'
import { findPublisher } from './calendars.queries.ts'

const perMinute: Limit = { name: 'same-day', max: 120, seconds: 60 }
const maxItems = 5
/** Dates of events that are read: more than any town has on a day. */
const maxRead = 500

type Asked = { start: string; title?: string | undefined; except?: number | undefined }

/** What else takes place in the town then, and what seems to be the same event. Refusal: 429 beyond 120 a minute. */
export async function readSameDay(
  { db, config }: Dependencies,
  companyId: string,
  { start: written, title = '', except }: Asked,
): Promise<AnswerOf<'GET /v1/company/:id/same-day'>> {
  await countAgainstLimit(db, config, perMinute, companyId)
  const { zip_code: zip, city } = await findPublisher(db, companyId)
  const { name: town, zips } = townOfAddress({ zip, city }) ?? { name: city, zips: [zip] }
  const start = readDateTime(written)?.epochMilliseconds ?? 0
  const span = spanOfDate(start)
  const dates = (await listEventsOfDay(db, zips, start)).filter(({ row }) => row.instantId !== except)
  const others = firstOfEach(
    dates.filter(({ occurrence: one }) => one.originalStart < span.until && one.end > span.from),
  )
  const like = dates.find(
    ({ row, occurrence }) =>
      parisDayNumber(occurrence.originalStart) === parisDayNumber(start) && isLikeTitle(row.title, title),
  )
  const itemsOf = async (some: readonly NearDate[]) =>
    (await withAddresses(db, some)).map(({ row, occurrence, place }) => ({
      title: row.title,
      business: row.companyName,
      start: writeParisIso(occurrence.originalStart),
      url: instantUrl(config, place, row),
    }))
  const [likely = null] = await itemsOf(like ? [like] : [])
  return {
    count: others.length,
    text: sameDayText(others.length, { isEvening: span.isEvening, town }),
    items: await itemsOf(others.slice(0, maxItems)),
    likely,
    likelyText: likely && like ? likelyText(likely, like.occurrence.originalStart) : '',
  }
}

/** The events of these zips that take place on the day of a date, or in the night after, by start. */
async function listEventsOfDay(db: Db, zips: readonly string[], start: number): Promise<NearDate[]> {
  const { from, until } = spanOfDate(start)
  const day = parisDayNumber(start)
  const first = momentAt(Math.min(from, startOfDay(day)))
  const last = Math.max(until, startOfDay(day + 1)) - 1
  const dates = await listDates(db, { zips, from: first, until: last, most: maxRead, kind: 'event' })
  return dates.filter(({ occurrence: { state = 'planned' } }) => state === 'planned' || state === 'full')
}

/** Each event once, by its first date of the day. */
const firstOfEach = (dates: readonly NearDate[]): NearDate[] =>
  [...Map.groupBy(dates, ({ row }) => row.instantId).values()].flatMap(([first]) => first ?? [])
