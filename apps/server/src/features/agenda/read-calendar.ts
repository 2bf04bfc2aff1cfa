import { readCityCodes } from '@parvis/domain/agenda/city-codes'
import { agendaWindow } from '@parvis/domain/instants/occurrences'
import { refuseFields } from '@parvis/domain/refusals'
import { toDate } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findInZips } from './agenda.queries.ts'
import { agendaItems } from './agenda-items.ts'
import { readAskedDate } from './read-asked-date.ts'

/** What takes place in these zips, any company and kind: fixed dates to the end of month +11, recurrent ones for 30 days (AMB-94, AMB-96). */
export async function readCalendar(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  cityCodes: readonly unknown[],
  date: string | undefined,
) {
  const zips = readCityCodes(...cityCodes)
  if (!zips) refuseFields({ cityCodes: 'invalid' })
  const from = await readAskedDate(db, date)
  const rows = await findInZips(db, zips ?? [], toDate(from))
  return agendaItems(config, rows, agendaWindow(from))
}
