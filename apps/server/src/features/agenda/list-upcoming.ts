import { upcomingWindow } from '@parvis/domain/instants/occurrences'
import { toDate } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findOfCompany } from './agenda.queries.ts'
import { agendaItems } from './agenda-items.ts'
import { readAskedDate } from './read-asked-date.ts'

/** The next occurrence of each instant of a company, when it is running or starts within 21 days (P-013, AMB-92). */
export async function listUpcoming(
  deps: Dependencies,
  companyId: string,
  { date, states }: { date?: string | undefined; states?: boolean | undefined },
) {
  const from = await readAskedDate(deps.db, date)
  const rows = await findOfCompany(deps.db, companyId, toDate(from))
  return await agendaItems(deps, rows, upcomingWindow(from), { states })
}
