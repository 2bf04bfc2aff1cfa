import { bookingWord } from '@parvis/domain/bookings/booking-texts.fr'
import { readId } from '@parvis/domain/kernel/ids'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { capitalise } from '@parvis/domain/kernel/text'
import { deskMoment } from '@parvis/domain/orders/order-messages.fr'
import { isLive, stateOf, stateWord } from '@parvis/domain/orders/order-states'
import type { FormError, OrderTyped, SlotDay, TicketShop } from '@parvis/domain/site/private-page'
import type { ListLine } from '@parvis/domain/site/shown'
import { clockText, momentInWords, momentText, relativeDay } from '@parvis/domain/site/when.fr'
import { Temporal } from 'temporal-polyfill'
import { readNow } from '../../../db/clock.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { listOrdersOf, type Order, pickupMoment, pickupSlots } from '../../orders/index.ts'
import { townOfSlug } from '../../towns/index.ts'
import { businessPath, linkTo } from '../addresses.ts'
import { findBusiness, findBusinesses, findShopOfOrder, type SiteBusiness } from '../businesses.queries.ts'
import { onResidentHost } from '../hosts/draw-page.ts'
import { caching } from '../hosts/page-answer.ts'
import { listSiteBookings } from '../residents/booking.ts'
import { listSiteOrders } from '../residents/order.ts'
import { findResident } from '../residents/residents.queries.ts'
import { type AskedByResident, shell, townPart } from './private-shell.ts'
import { businessAtAddress } from './read-business.ts'
import type { PageRead } from './reading.ts'
import { placeLines, takesOrders, townLink } from './show-business.ts'
import { noOrders, notFound, onAnotherDevice } from './show-message.ts'

/** Writing to a business, or ordering from it. */
export async function readForm(asked: AskedByResident): Promise<PageRead> {
  const { deps, resident, address } = asked
  const [first, , word] = address.words as [string, string, string]
  const business = await businessAtAddress(asked)
  if (!business) return { ...notFound(townOfSlug(first)), cache: caching.private }
  const firstName = await firstNameOf(deps, resident)
  const company = linkTo(business)
  if (word === 'ecrire')
    return shell(
      `Écrire à ${business.name}`,
      { kind: 'write', company, companyId: business.id, firstName },
      townPart(first),
    )
  if (!takesOrders(business)) return { ...noOrders(business), cache: caching.private }
  const again = readId(address.query.get('de') ?? '')
  const former = resident && (await formerContent(deps, resident.userId, business.id, again))
  return await orderForm(deps, business, { typed: { orderContent: former ?? '', firstName } })
}

async function formerContent({ db }: Dependencies, userId: number, companyId: string, orderId?: number) {
  const [former] = orderId ? await listOrdersOf(db, userId, orderId) : []
  return former?.companyId === companyId ? former.content : undefined
}

async function firstNameOf({ db }: Dependencies, resident: AskedByResident['resident']): Promise<string> {
  const row = resident && (await findResident(db, resident.userId))
  return row?.firstName ?? ''
}

type Filled = { typed: OrderTyped; error?: FormError; free?: readonly string[] }

/** The form of a shop's orders as it was typed, with what is wrong in it; undefined for a shop that takes none. */
export async function orderFormAgain(deps: Dependencies, companyId: string, filled: Filled) {
  const business = await findBusiness(deps.db, companyId)
  return business && takesOrders(business) ? await orderForm(deps, business, filled) : undefined
}

/** What the pick-up slots call answers, and no other computation. */
async function orderForm(deps: Dependencies, business: SiteBusiness, { typed, error, free = [] }: Filled) {
  const offered = await pickupSlots(deps, business.id)
  const now = await readNow(deps.db)
  const paused = offered.pausedUntil && Date.parse(offered.pausedUntil)
  const quarters = free.map((start) => ({
    value: start,
    label: deskMoment(Date.parse(start), now.epochMilliseconds),
  }))
  return shell(
    `Commander chez ${business.name}`,
    {
      kind: 'order',
      company: linkTo(business),
      companyId: business.id,
      instruction: [business.cacDescription, offered.instruction].filter(Boolean).join('\n'),
      days: slotDays(offered.days, now),
      takesAnyTime: !offered.slotsOn,
      photoAllowed: offered.photoAllowed,
      typed,
      free: quarters,
      ...(error && { error }),
      ...(paused && { paused: `Commandes en pause jusqu’à ${momentInWords(paused, now.epochMilliseconds)}` }),
    },
    townLink(onResidentHost, business),
  )
}

const pastDays = 30

/** The orders of a resident: those under way, then those of the last thirty days, each to be placed again. */
export async function orders({ deps, resident, now }: AskedByResident): Promise<PageRead> {
  const since = now.epochMilliseconds - pastDays * 86_400_000
  const rows = resident ? await listOrdersOf(deps.db, resident.userId) : []
  const shown = rows.filter((row) => isLive(row) || pickupMoment(row).getTime() > since)
  const companyIds = shown.map(({ companyId }) => companyId)
  const shops = await findBusinesses(deps.db, companyIds)
  const lineOf = (row: Order) => orderLine(row, shops.get(row.companyId), now)
  const past = shown
    .filter((row) => !isLive(row))
    .map((row) => {
      const shop = shops.get(row.companyId)
      const again = shop && takesOrders(shop) && `${businessPath(shop)}/commander?de=${row.id}`
      const button = again && { href: again, name: 'Commander de nouveau' }
      return { ...lineOf(row), text: row.content, ...(button && { button }) }
    })
  return shell('Mes commandes', {
    kind: 'orders',
    heading: 'Mes commandes',
    empty: shown.length > 0 ? null : 'Rien n’est commandé en ce moment. Une commande finie reste ici 30 jours.',
    groups: [{ lines: shown.filter(isLive).map(lineOf) }, { title: 'Les 30 derniers jours', lines: past }],
  })
}

/** An order among those of its resident. */
export const orderLine = (row: Order, shop: SiteBusiness | undefined, now: Temporal.Instant): ListLine => ({
  href: `/mes-commandes/${row.id}`,
  name: shop?.name ?? 'Commande',
  facts: `${momentText(pickupMoment(row).getTime(), now.epochMilliseconds)} · ${stateWord(stateOf(row))}`,
})

type Offered = Awaited<ReturnType<typeof pickupSlots>>['days']

/** A day without free quarters shows why; a closed day is left out. */
function slotDays(days: Offered, now: Temporal.Instant): SlotDay[] {
  return days.flatMap(({ date, reason, slots }) => {
    if (slots.length === 0 && reason !== 'full') return []
    const day = chipDay(Temporal.PlainDate.from(date), parisDay(now))
    const quarters = slots.map(({ start }) => ({ value: start, label: quarterText(start) }))
    return [{ date, day: slots.length === 0 ? `${day} : complet` : day, quarters }]
  })
}

/** `Demain`, `Samedi 28`; the first of a month names it. */
function chipDay(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const text = capitalise(relativeDay(day, today))
  return day.day === 1 ? text : text.replace(/^(\p{L}+ \d+) .+$/u, '$1')
}

const quarterText = (start: string): string => clockText(Temporal.Instant.from(start))

/** The order's screen is the ticket: what was agreed, where it stands, and the actions that the server allows. */
export async function ticket({ deps, resident, now }: AskedByResident, orderId: number): Promise<PageRead> {
  const orders = resident && Number.isSafeInteger(orderId) ? await listSiteOrders(deps, resident.userId, orderId) : []
  const [order] = orders
  const business = order && (await findShopOfOrder(deps.db, order.company.companyId))
  if (!resident || !order || !business) return onAnotherDevice()
  const canChange = order.allowed.includes('change') && takesOrders(business)
  return shell(
    `Commande chez ${business.name}`,
    {
      kind: 'ticket',
      now: now.epochMilliseconds,
      name: (await firstNameOf(deps, resident)) || 'Commande',
      order,
      shop: ticketShop(business),
      days: canChange ? slotDays((await pickupSlots(deps, business.id)).days, now) : null,
    },
    townLink(onResidentHost, business),
  )
}

function ticketShop(business: SiteBusiness): TicketShop {
  const { address, directions } = placeLines(business)
  return { company: linkTo(business), phone: business.phone, address, directions }
}

/** The ticket of a booking, the page that orders have: where it stands, its code, and the acts that the server allows. */
export async function bookingTicket({ deps, resident, now }: AskedByResident, id: number): Promise<PageRead> {
  const [booking] = resident && Number.isSafeInteger(id) ? await listSiteBookings(deps, resident.userId, id) : []
  const business = booking && (await findShopOfOrder(deps.db, booking.company.companyId))
  if (!resident || !booking || !business) return onAnotherDevice()
  return shell(
    `${booking.instant.title} — ${business.name}`,
    {
      kind: 'booking',
      now: now.epochMilliseconds,
      name: (await firstNameOf(deps, resident)) || 'Réservation',
      booking,
      shop: ticketShop(business),
    },
    townLink(onResidentHost, business),
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
