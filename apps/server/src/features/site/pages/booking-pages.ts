import { bookingWord } from '@parvis/domain/bookings/booking-texts.fr'
import type { ListLine } from '@parvis/domain/site/shown'
import { momentText } from '@parvis/domain/site/when.fr'
import type { Temporal } from 'temporal-polyfill'
import type { Dependencies } from '../../../dependencies.ts'
import { findShopOfOrder } from '../businesses.queries.ts'
import { caching } from '../hosts/page-answer.ts'
import { listSiteBookings } from '../residents/booking.ts'
import { firstNameOf, ticketShop } from './order-pages.ts'
import { type AskedByResident, shell } from './private-shell.ts'
import type { PageRead } from './reading.ts'
import { townLink } from './show-business.ts'
import { notFound } from './show-message.ts'

/** The ticket of a booking, the page that orders have: where it stands, its code, and the acts that the server allows. */
export async function bookingTicket({ deps, resident, now }: AskedByResident, id: number): Promise<PageRead> {
  const [booking] = resident && Number.isSafeInteger(id) ? await listSiteBookings(deps, resident.userId, id) : []
  const business = booking && (await findShopOfOrder(deps.db, booking.company.companyId))
  if (!resident || !booking || !business) return { ...notFound(), cache: caching.private }
  return shell(
    `${booking.instant.title} — ${business.name}`,
    {
      kind: 'booking',
      now: now.epochMilliseconds,
      name: (await firstNameOf(deps, resident)) || 'Réservation',
      booking,
      shop: ticketShop(business),
    },
    townLink({ host: 'resident', home: '' }, business),
  )
}

/** What a resident holds or waits for, the next one first; past ones last. */
export async function bookingLines(deps: Dependencies, userId: number, now: Temporal.Instant): Promise<ListLine[]> {
  return (await listSiteBookings(deps, userId)).map((booking) => ({
    href: `/mes-places/${booking.id}`,
    name: booking.instant.title,
    facts: `${momentText(Date.parse(booking.start), now.epochMilliseconds)} · ${bookingWord(booking, booking.company.name)}`,
  }))
}
