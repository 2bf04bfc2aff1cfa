import { bookingWord } from '@parvis/domain/bookings/booking-texts.fr'
import { seatsText } from '@parvis/domain/bookings/seats'
import { Temporal } from 'temporal-polyfill'
import type { Dependencies } from '../../../dependencies.ts'
import { findShopOfOrder } from '../businesses.queries.ts'
import { caching } from '../hosts/page-answer.ts'
import { listSiteBookings, readBookingPage } from '../residents/booking.ts'
import { businessPart, firstNameOf } from './order-pages.ts'
import { type AskedByResident, momentText, shell } from './private-shell.ts'
import type { PageRead } from './reading.ts'
import { townLink } from './show-business.ts'
import { notFound } from './show-message.ts'

/** The ticket of a booking, the page that orders have: where it stands, its code, and the acts that the server allows. */
export async function bookingTicket({ deps, resident, now }: AskedByResident, id: number): Promise<PageRead> {
  const booking = resident && Number.isSafeInteger(id) ? await readBookingPage(deps, resident.userId, id) : undefined
  const business = booking && (await findShopOfOrder(deps.db, booking.company.companyId))
  if (!resident || !booking || !business) return { ...notFound(), cache: caching.private }
  const { instant, allowed, dateState, dateMessage } = booking
  const dateWord = dateWords[dateState]
  return shell(
    `${instant.title} — ${business.name}`,
    {
      kind: 'booking',
      booking: {
        id: booking.id,
        name: (await firstNameOf(deps, resident)) || 'Réservation',
        when: momentText(Temporal.Instant.from(booking.start), now),
        stateWord: bookingWord(booking, business.name),
        state: booking.state,
        promise: booking.promise,
        code: booking.code,
        content: seatsText(booking.seats),
        instantId: instant.id,
        title: instant.title,
        instantHref: instant.url ? new URL(instant.url).pathname : null,
        dateWord: dateWord ? [dateWord, dateMessage].filter(Boolean).join(' ') : null,
        canAccept: allowed.includes('accept'),
        canWithdraw: allowed.includes('withdraw'),
        ...businessPart(business),
      },
    },
    undefined,
    townLink({ host: 'resident', home: '' }, business),
  )
}

const dateWords = { planned: null, full: null, cancelled: 'Date annulée.', postponed: 'Date reportée.' } as const

/** What a resident holds or waits for, the next one first; past ones last. */
export async function bookingLines(deps: Dependencies, userId: number, now: Temporal.Instant) {
  return (await listSiteBookings(deps, userId)).map((booking) => ({
    href: `/mes-places/${booking.id}`,
    name: booking.instant.title,
    state: bookingWord(booking, booking.company.name),
    when: momentText(Temporal.Instant.from(booking.start), now),
  }))
}
