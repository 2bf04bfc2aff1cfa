import { bookableDates, isOff } from '@parvis/domain/bookings/booking'
import { seatsOpenText } from '@parvis/domain/bookings/booking-texts.fr'
import { closingOf, leftText, type SeatPlan, type Seats, seatsOf } from '@parvis/domain/bookings/seats'
import type { BookingForm } from '@parvis/domain/site/shown'
import { dateText } from '@parvis/domain/site/when.fr'
import type { Temporal } from 'temporal-polyfill'
import { momentAt, type SiteInstant } from './show-instants.ts'

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
    dates: open.map(({ name, start, end, left }) => ({
      name,
      label: dateText(momentAt(start), momentAt(end)),
      left: leftText('open', left),
    })),
  }
}

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
