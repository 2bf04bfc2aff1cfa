import { dateHeading } from '@parvis/domain/messages/date-heading'
import { Temporal } from 'temporal-polyfill'
import { presentInstant } from '../../lib/use-now.ts'

/** `14:05`, `hier`, `lun.`, `12 mars` for an ISO date, as of now. */
export function headingOf(isoDate: string): string {
  return dateHeading(Temporal.Instant.from(isoDate), presentInstant())
}
