import { bookableDates, isOff } from '@parvis/domain/bookings/booking'
import { seatsOpenText } from '@parvis/domain/bookings/booking-texts.fr'
import { closingOf, leftBeside, leftText, type SeatPlan, type Seats, seatsOf } from '@parvis/domain/bookings/seats'
import { formatDayWithoutYear } from '@parvis/domain/kernel/french-format'
import { dateAt } from '@parvis/domain/kernel/paris-days'
import { capitalise } from '@parvis/domain/kernel/text'
import type { BookingForm } from '@parvis/domain/site/shown'
import { clockText, shortDay } from '@parvis/domain/site/when.fr'
import type { Temporal } from 'temporal-polyfill'
import type { SiteInstant } from './show-instants.ts'

/**
 * The seats of an instant under its dates: a form where some are open; null where it takes none, or no date stands. `href`: from a host of
 * the business, the residents' page that has the form.
 */
export function bookingForm(instant: SiteInstant, now: Temporal.Instant, href: string | null): BookingForm | null {
  const { seats: plan } = instant.context
  const dates = plan && !instant.context.linked ? seatedDates(instant, plan, now) : []
  if (!plan || dates.length === 0) return null
  const open = dates.filter(({ isClosed }) => !isClosed)
  const isFull = open.every(({ left }) => left === 0)
  return {
    id: instant.instantId,
    href,
    left: leftLine(open, isFull, plan, now),
    perPerson: plan.perPerson,
    needsPhone: plan.phoneNeeded,
    isFull,
    dates: open.map(({ name, start, left }) => ({
      name,
      label: choiceText(start),
      left: leftBeside('open', left),
    })),
  }
}

/** `Sam. 14 mars, 14 h 30`: in the width of a phone; its end is said above. */
const choiceText = (at: number): string =>
  `${capitalise(shortDay(dateAt(at)).slice(0, 3))}. ${formatDayWithoutYear(at)}, ${clockText({ epochMilliseconds: at })}`

/** Those that stand, by what their owner wrote: one that is full stays open to its list. */
function seatedDates({ items, context }: SiteInstant, plan: SeatPlan, now: Temporal.Instant) {
  return bookableDates(items, now, { ...context, seats: undefined }).flatMap((date) => {
    const seats = seatsOf(plan, date.name, date.start)
    return seats && !isOff(date) && date.state !== 'full' ? [{ ...date, ...seats }] : []
  })
}

/** What is said before the form: of one date its number; of several, each says its own. */
function leftLine(
  open: readonly (Seats & { start: number })[],
  isFull: boolean,
  { closesMinutes }: SeatPlan,
  now: Temporal.Instant,
): string | null {
  const [first] = open
  if (!first || isFull) return leftText(first ? 'full' : 'closed', 0)
  return open.length === 1 ? seatsOpenText(first, closingOf(first.start, closesMinutes), now.epochMilliseconds) : null
}
