import { bookingWord } from '@parvis/domain/bookings/booking-texts.fr'
import { Refusal } from '@parvis/domain/refusals'
import { momentText } from '@parvis/domain/site/when.fr'
import type { FastifyReply } from 'fastify'
import { readNow } from '../../../db/clock.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { findBooker } from '../../bookings/index.ts'
import { readTicket, refuseLink, sendClickPage } from '../../notices/index.ts'
import { xml } from '../feeds/news-feed.ts'
import { acceptBooking, readSiteBooking, withdrawBooking } from './booking.ts'

const acts = {
  accept: { label: 'Je viens', perform: acceptBooking },
  withdraw: { label: 'Je ne viens plus', perform: withdrawBooking },
} as const

type Click = { ticket?: string | undefined; reply: FastifyReply }

/** Whose booking a signed link of a mail names: it acts on that one alone, and opens no identity. */
async function bookerOf({ db, config }: Dependencies, ticket: string | undefined) {
  const id = Number(readTicket(config, 'booking', ticket))
  const userId = Number.isSafeInteger(id) ? await findBooker(db, id) : undefined
  return userId ? { id, userId } : undefined
}

/** The page behind the link: where the booking stands, with a button for each act that is allowed. GET changes nothing. */
export async function showBookingClick(deps: Dependencies, { ticket, reply }: Click): Promise<void> {
  const booker = await bookerOf(deps, ticket)
  if (!booker) return await refuseLink(reply)
  const booking = await readSiteBooking(deps, deps.db, booker.userId, booker.id)
  const now = await readNow(deps.db)
  const action = `/v1/email/booking?ticket=${encodeURIComponent(ticket ?? '')}`
  const buttons = booking.allowed.map((act) => `<button name="act" value="${act}">${acts[act].label}</button>`)
  await sendClickPage(
    reply,
    xml(booking.instant.title),
    [
      `<p>${xml(`${booking.company.name}, ${momentText(Date.parse(booking.start), now.epochMilliseconds)}`)}</p>`,
      `<p role="status"><strong>${xml(bookingWord(booking, booking.company.name))}</strong> ${xml(booking.promise)}</p>`,
      booking.code ? `<p>Code <strong>${booking.code}</strong></p>` : '',
      `<form method="post" action="${action}"><input type="hidden" name="page" value="1">${buttons.join(' ')}</form>`,
    ].join(''),
  )
}

/** Accepts or gives back; a person gets the page as it stands then, that it is too late too; anything else `{}` or the refusal. */
export async function followBookingClick(
  deps: Dependencies,
  { ticket, reply, act, isPage }: Click & { act: keyof typeof acts; isPage: boolean },
): Promise<void> {
  const booker = await bookerOf(deps, ticket)
  if (!booker) return await refuseLink(reply, isPage)
  const performed = acts[act].perform(deps, booker.userId, booker.id)
  if (!isPage) {
    await performed
    return void (await reply.send({ data: {} }))
  }
  await performed.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.key === 'bookings.ended')) throw error
  })
  await showBookingClick(deps, { ticket, reply })
}
