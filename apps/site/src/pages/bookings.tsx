import type { BookingTicket } from '@parvis/domain/site/private-page'
import { Stub, Where } from './ticket.tsx'

/** The ticket of seats on a date: the page that orders have. */
export function BookingTicketPage({ content: { booking: ticket } }: { content: { booking: BookingTicket } }) {
  return (
    <section className="ticket" data-order={ticket.instantId} data-topic="instant" data-state={ticket.state}>
      <Stub ticket={ticket} />
      {ticket.dateWord ? <p className="state-word">{ticket.dateWord}</p> : null}
      <p>
        {ticket.content} ·{' '}
        {ticket.instantHref ? <a href={ticket.instantHref}>{ticket.title}</a> : <span>{ticket.title}</span>}
      </p>
      <div className="row acts">
        {ticket.canAccept ? (
          <form
            method="post"
            action={`/v1/site/bookings/${ticket.id}/accept`}
            data-form="order-act"
            data-said="C’est réservé."
          >
            <button type="submit" className="button">
              Je viens
            </button>
          </form>
        ) : null}
        {ticket.canWithdraw ? (
          <form
            method="post"
            action={`/v1/site/bookings/${ticket.id}/withdraw`}
            data-form="order-act"
            data-said="C’est noté, merci d’avoir prévenu."
          >
            <button type="submit" className="button second">
              Je ne viens plus
            </button>
          </form>
        ) : null}
      </div>
      <Where ticket={ticket} />
    </section>
  )
}
