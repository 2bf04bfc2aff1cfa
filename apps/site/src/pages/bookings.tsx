import { bookingWord } from '@parvis/domain/bookings/booking-texts.fr'
import { seatsText } from '@parvis/domain/bookings/seats'
import type { PrivateContent } from '@parvis/domain/site/private-page'
import { AskFirst, Form } from '../parts/form.tsx'
import { Stub, Where } from './ticket.tsx'

/** The ticket of seats on a date: the page that orders have. */
export function BookingTicketPage({ content }: { content: Extract<PrivateContent, { kind: 'booking' }> }) {
  const { name, shop, booking } = content
  const { id, instant, state, allowed } = booking
  const act = { action: `/v1/site/bookings/${id}`, kind: 'order-act' }
  return (
    <section className="ticket" data-order={instant.id} data-topic="instant" data-state={state}>
      <Stub
        {...booking}
        state={booking.dateState === 'cancelled' ? 'off' : state}
        name={name}
        at={Date.parse(booking.start)}
        word={bookingWord(booking, shop.company.name)}
      />
      <p>
        {seatsText(booking.seats)} ·{' '}
        {instant.url ? <a href={new URL(instant.url).pathname}>{instant.title}</a> : <span>{instant.title}</span>}
      </p>
      <div className="row acts">
        {allowed.includes('accept') ? (
          <Form {...act} action={`${act.action}/accept`} said="C’est réservé." button="Je viens" />
        ) : null}
        {allowed.includes('withdraw') ? (
          <AskFirst ask="Je ne viens plus" keep="Garder ma place">
            <Form
              {...act}
              action={`${act.action}/withdraw`}
              said="C’est noté, merci d’avoir prévenu."
              button="Rendre ma place"
              look="second danger"
            />
          </AskFirst>
        ) : null}
      </div>
      <Where {...shop} />
    </section>
  )
}
