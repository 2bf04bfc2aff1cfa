import { formatClockTime, writeClockTime } from '../kernel/clock-time.ts'
import { dayName } from './day-type.ts'
import type { TimeSlot } from './opening-hours.ts'
import type { OpeningState } from './opening-state.ts'

/** `Ouvert, ferme à 18 h`, `Fermé, ouvre mardi à 9 h`, `Temporairement fermé` (AMB-50). */
export function openingStateText(opening: OpeningState): string {
  switch (opening.state) {
    case 'unknown':
      return 'Horaires non renseignés'
    case 'temporarily_closed':
      return 'Temporairement fermé'
    case 'open':
      return opening.closesAt === undefined ? 'Ouvert' : `Ouvert, ferme à ${hour(opening.closesAt)}`
    case 'closed':
      return `Fermé, ouvre ${openingDay(opening)}à ${hour(opening.opensAt)}`
  }
}

/** `09:00-12:00, 14:00-18:00`, or `Fermé` for a day without a slot. */
export function slotsText(slots: readonly TimeSlot[]): string {
  if (slots.length === 0) return 'Fermé'
  return slots.map((slot) => `${writeClockTime(slot.start)}-${writeClockTime(slot.end)}`).join(', ')
}

function openingDay(opening: Extract<OpeningState, { state: 'closed' }>): string {
  if (opening.inDays === 0) return ''
  return opening.inDays === 1 ? 'demain ' : `${dayName(opening.day)} ${opening.inDays === 7 ? 'prochain ' : ''}`
}

function hour(minutes: number): string {
  return minutes === 0 ? 'minuit' : formatClockTime(minutes)
}
