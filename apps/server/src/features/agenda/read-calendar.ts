import { setTimeout as pause } from 'node:timers/promises'
import type { agendaContract } from '@parvis/domain/agenda/agenda.contract'
import { readCityCodes } from '@parvis/domain/agenda/city-codes'
import { upcomingWindow } from '@parvis/domain/instants/takes-place'
import type { Query } from '@parvis/domain/kernel/contract'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { refuseFields } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import { readNow, toDate } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { selectOfCompany } from './agenda.queries.ts'
import { agendaItems } from './agenda-items.ts'
import { type AgendaTurn, takeAgendaTurn } from './agenda-turns.ts'
import type { AgendaCursor } from './agenda-window.ts'
import { type DatesWanted, maxNearDates, occurrencesOf, readDates, withContexts } from './near-dates.ts'

/** Lines of full schedules in an agenda: more than any town has. */
const maxLines = 10_000

/**
 * Occurrences in these zips, of any company and kind, part by part: fixed dates to the end of month +11, recurrent ones for 30 days;
 * the `limit` nearest, 2,000 by default, those after `after` when it is given.
 */
export async function* readCalendar(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  cityCodes: readonly unknown[],
  {
    date,
    after = '',
    limit: most,
    states,
  }: Partial<Omit<Query<typeof agendaContract.readCalendar>, 'cityCodes' | 'cityCodes[]'>> = {},
) {
  const zips = readCityCodes(...cityCodes)
  const cursor = readCursor(after)
  refuseFields({ ...(!zips && { cityCodes: 'invalid' }), ...(after && !cursor && { after: 'invalid' }) })
  const from = await readAskedDate(db, date)
  using turn = await takeAgendaTurn({ places: zips ?? [], from, isFirst: !cursor })
  yield* readPage({ db, config }, { zips: zips ?? [], from, cursor, maxLines, ...(most && { most }) }, { states, turn })
}

/** A crowded agenda uses half of the time: after each part it rests as long as the part took, and others come in between. */
async function* readPage(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  wanted: DatesWanted,
  { states, turn }: { states: boolean | undefined; turn: AgendaTurn },
) {
  let rows = 0
  let began = performance.now()
  for await (const part of readDates(db, wanted)) {
    yield await agendaItems(config, part.dates, { states, areCached: !wanted.cursor })
    rows += part.rows
    if (part.next) await pause(performance.now() - began)
    else turn.countRows(rows + part.lines.rows.length)
    began = performance.now()
  }
}

/** Parses the cursor `2027-03-12T14:30:00+01:00,7`: the start of an item and its id. */
function readCursor(text: string): AgendaCursor | undefined {
  const [, written = '', id] = /^([^,]{1,40}),([0-9]{1,15})$/.exec(text) ?? []
  const start = readDateTime(written)
  return start && { start: start.epochMilliseconds, id: Number(id) }
}

/** The next occurrence of each instant of a company, when it is running or starts within 21 days. */
export async function listUpcoming(
  deps: Dependencies,
  companyId: string,
  { date, states }: { date?: string | undefined; states?: boolean | undefined },
) {
  const from = await readAskedDate(deps.db, date)
  using turn = await takeAgendaTurn({ places: [companyId], from, isFirst: true })
  const times = await withContexts(deps.db, await selectOfCompany(deps.db, { companyId, from: toDate(from) }))
  turn.countRows(times.rows.length)
  const dates = await occurrencesOf([times], { occurrencesOf: upcomingWindow(from), most: maxNearDates })
  return await agendaItems(deps.config, dates, { states })
}

/** The moment that a call asks about, already checked by its contract; now by default. */
async function readAskedDate(db: Db, date = ''): Promise<Temporal.Instant> {
  return readDateTime(date) ?? (await readNow(db))
}
