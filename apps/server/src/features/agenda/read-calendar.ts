import { setTimeout as pause } from 'node:timers/promises'
import { readCityCodes } from '@parvis/domain/agenda/city-codes'
import { agendaWindow, upcomingWindow } from '@parvis/domain/instants/occurrences'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { refuseFields } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import { readNow, toDate } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type AgendaRow, findNearest, findOfCompany, findOtherTimes, type NearRow } from './agenda.queries.ts'
import { type AgendaCursor, type AgendaTimes, agendaItems, withContexts } from './agenda-items.ts'
import { placeOf } from './agenda-place.ts'
import { type AgendaTurn, takeAgendaTurn } from './agenda-turns.ts'

/** Page size; the next page is asked with the cursor of the last item. */
export const maxItems = 2_000

/**
 * How many times are read, worked out and written at once. What a page of 2,000 leaves in memory until it is written takes V8 3 to 13 ms
 * to collect, while no call is answered; what 250 leave is gone by then (decision 0158).
 */
const timesAtOnce = 250

type AskedCalendar = { date?: string | undefined; after?: string | undefined; states?: boolean | undefined }

/**
 * Occurrences in these zips, of any company and kind, part by part: fixed dates to the end of month +11, recurrent ones for 30 days
 * (AMB-94, AMB-96); the 2,000 nearest, those after `after` when it is given.
 */
export async function* readCalendar(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  cityCodes: readonly unknown[],
  { date, after = '', states }: AskedCalendar = {},
) {
  const zips = readCityCodes(...cityCodes)
  const cursor = readCursor(after)
  refuseFields({ ...(!zips && { cityCodes: 'invalid' }), ...(after && !cursor && { after: 'invalid' }) })
  const from = await readAskedDate(db, date)
  const page = { zips: zips ?? [], from, cursor, states }
  using turn = await takeAgendaTurn({ places: page.zips, from, isFirst: !cursor })
  yield* readPage({ db, config }, page, turn)
}

type Page = {
  zips: readonly string[]
  from: Temporal.Instant
  cursor: AgendaCursor | undefined
  states: boolean | undefined
}

/** A crowded agenda uses half of the time: after each part it rests as long as the part took, and others come in between. */
async function* readPage(deps: Pick<Dependencies, 'db' | 'config'>, page: Page, turn: AgendaTurn) {
  let after = page.cursor
  let lines: AgendaTimes | undefined
  let [rows, most] = [0, maxItems]
  for (;;) {
    const began = performance.now()
    const part = await readPart(deps, page, { after, lines, most })
    yield part.items
    after = part.next
    lines = part.lines
    rows += part.rows
    most -= part.items.length
    if (!after || most <= 0) break
    await pause(performance.now() - began)
  }
  turn.countRows(rows + lines.rows.length)
}

type Wanted = { after: AgendaCursor | undefined; lines: AgendaTimes | undefined; most: number }

/** The items of the next times, with those of `lines` among them, which are read with the first part; `next`: where others follow. */
async function readPart(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  { zips, from, cursor, states }: Page,
  { after, lines: known, most }: Wanted,
) {
  const near = await findNearest(db, placeOf(zips, from, after, timesAtOnce))
  const lines = known ?? (await withContexts(db, near[0]?.hasOthers === false ? [] : await findOtherTimes(db, zips)))
  const last = near.length < timesAtOnce ? undefined : near.at(-1)
  const next = last && { start: last.nextStart, id: last.instantId }
  const items = await agendaItems(config, [await withContexts(db, firstOfEach(near)), lines], {
    // The second of the last time counts to its end.
    occurrencesOf: agendaWindow(from, next && next.start + 999, after?.start),
    after,
    until: next,
    most,
    states,
    areKept: !cursor,
  })
  return { items, lines, next, rows: near.length }
}

/** Each time once: near a change of clocks a line may be found on two days (`lineRanges`). */
function firstOfEach(rows: readonly NearRow[]): AgendaRow[] {
  const seen = new Set<number>()
  return rows.flatMap((row) => {
    if (seen.has(row.id)) return []
    seen.add(row.id)
    return row
  })
}

/** Parses the cursor `2027-03-12T14:30:00+01:00,7`: the start of an item and its id. */
function readCursor(text: string): AgendaCursor | undefined {
  const [, written = '', id] = /^([^,]{1,40}),([0-9]{1,15})$/.exec(text) ?? []
  const start = readDateTime(written)
  return start && { start: start.epochMilliseconds, id: Number(id) }
}

/** The next occurrence of each instant of a company, when it is running or starts within 21 days (P-013, AMB-92). */
export async function listUpcoming(
  deps: Dependencies,
  companyId: string,
  { date, states }: { date?: string | undefined; states?: boolean | undefined },
) {
  const from = await readAskedDate(deps.db, date)
  using turn = await takeAgendaTurn({ places: [companyId], from, isFirst: true })
  const times = await withContexts(deps.db, await findOfCompany(deps.db, companyId, toDate(from)))
  turn.countRows(times.rows.length)
  return await agendaItems(deps.config, [times], { occurrencesOf: upcomingWindow(from), most: maxItems, states })
}

/** The moment that a call asks about, already checked by its contract; now by default. */
async function readAskedDate(db: Db, date = ''): Promise<Temporal.Instant> {
  return readDateTime(date) ?? (await readNow(db))
}
