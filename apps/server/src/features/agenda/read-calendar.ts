import { readCityCodes } from '@parvis/domain/agenda/city-codes'
import { type DayType, daysOfType, dayTypes } from '@parvis/domain/company/opening-hours'
import { agendaWindow, lastAgendaStarts, upcomingWindow } from '@parvis/domain/instants/occurrences'
import { dateOfDay, parisDayNumber, parisMinutes, weekdayOf } from '@parvis/domain/kernel/paris-days'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { refuseFields } from '@parvis/domain/refusals'
import { Temporal } from 'temporal-polyfill'
import { readNow, toDate } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type AgendaPlace, type AgendaRow, findNearest, findOfCompany, findRichLines } from './agenda.queries.ts'
import { type AgendaCursor, agendaItems, maxItems } from './agenda-items.ts'
import { readInTurn } from './agenda-turns.ts'

/**
 * Occurrences in these zips, of any company and kind: fixed dates to the end of month +11, recurrent ones for 30 days (AMB-94,
 * AMB-96); the 2,000 nearest, those after `after` when it is given.
 */
export async function readCalendar(
  deps: Pick<Dependencies, 'db' | 'config'>,
  cityCodes: readonly unknown[],
  {
    date,
    after = '',
    states,
  }: { date?: string | undefined; after?: string | undefined; states?: boolean | undefined } = {},
) {
  const zips = readCityCodes(...cityCodes)
  const cursor = readCursor(after)
  refuseFields({ ...(!zips && { cityCodes: 'invalid' }), ...(after && !cursor && { after: 'invalid' }) })
  const from = await readAskedDate(deps.db, date)
  return await readInTurn({ places: zips ?? [], from, isFirst: !cursor }, async (countRows) => {
    const { rows, last } = await findRows(deps.db, placeOf(zips ?? [], from, cursor))
    countRows(rows.length)
    return await agendaItems(deps, rows, agendaWindow(from, last, cursor?.start), { after: cursor, states })
  })
}

/** The last start covered by these rows, when more follow; whether rich lines must be read. */
async function findRows(db: Db, place: AgendaPlace): Promise<{ rows: AgendaRow[]; last: number | undefined }> {
  const rows = await findNearest(db, place)
  // The second of the last row counts to its end: starts within it belong to this page.
  const last = rows.length < maxItems ? undefined : (rows.at(-1)?.nextStart ?? 0) + 999
  const lines = rows[0]?.hasLines === false ? [] : await findRichLines(db, place.zips)
  return { rows: [...rows, ...lines], last }
}

/** Parses the cursor `2027-03-12T14:30:00+01:00,7`: the start of an item and its id. */
function readCursor(text: string): AgendaCursor | undefined {
  const [, written = '', id] = /^([^,]{1,40}),([0-9]{1,15})$/.exec(text) ?? []
  const start = readDateTime(written)
  return start && { start: start.epochMilliseconds, id: Number(id) }
}

function placeOf(zips: readonly string[], from: Temporal.Instant, cursor: AgendaCursor | undefined): AgendaPlace {
  const since = cursor ? Temporal.Instant.fromEpochMilliseconds(cursor.start) : from
  const last = lastAgendaStarts(from.epochMilliseconds)
  const day = parisDayNumber(since.epochMilliseconds)
  const until = (type: DayType, first: number) => {
    const days = daysOfType(type)
    let after = first
    while (!days.includes(weekdayOf(day + after))) after++
    return after
  }
  return {
    zips,
    from: new Date(Math.max(from.epochMilliseconds, since.epochMilliseconds)),
    last: new Date(last.fixed),
    lastLine: new Date(last.recurrent),
    since: toDate(since),
    afterId: cursor?.id ?? 0,
    isFirst: !cursor,
    day: dateOfDay(day),
    minutes: parisMinutes(since.epochMilliseconds),
    dayTypes,
    untilDay: dayTypes.map((type) => until(type, 0)),
    untilNext: dayTypes.map((type) => until(type, 1)),
    limit: maxItems,
  }
}

/** The next occurrence of each instant of a company, when it is running or starts within 21 days (P-013, AMB-92). */
export async function listUpcoming(
  deps: Dependencies,
  companyId: string,
  { date, states }: { date?: string | undefined; states?: boolean | undefined },
) {
  const from = await readAskedDate(deps.db, date)
  return await readInTurn({ places: [companyId], from, isFirst: true }, async (countRows) => {
    const rows = await findOfCompany(deps.db, companyId, toDate(from))
    countRows(rows.length)
    return await agendaItems(deps, rows, upcomingWindow(from), { states })
  })
}

/** The moment that a call asks about, already checked by its contract; now by default. */
async function readAskedDate(db: Db, date = ''): Promise<Temporal.Instant> {
  return readDateTime(date) ?? (await readNow(db))
}
