import { isDayType } from '@parvis/domain/company/day-type'
import type { OpeningHours } from '@parvis/domain/company/opening-hours'

type ReadHours = { id?: number; type: string; startTime: string; endTime: string; enabled: boolean }

/** The hours of an answer as the rules of the domain read them. */
export function hoursOf(openHours: readonly ReadHours[]): OpeningHours[] {
  return openHours.flatMap(({ type, ...hours }) => (isDayType(type) ? [{ ...hours, dayType: type }] : []))
}
