import type { BookingTicket } from '@parvis/domain/site/private-page'
import { Form } from '../parts/form.tsx'
import { Stub, Where } from './ticket.tsx'

/** The ticket of seats on a date: the page that orders have. */
export function BookingTicketPage({ content: { booking: ticket } }: { content: { booking: BookingTicket } }) {
  const act = { action: `/v1/site/bookings/${ticket.id}`, kind: 'order-act' }
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
          <Form {...act} action={`${act.action}/accept`} said="C’est réservé." button="Je viens" />
        ) : null}
        {ticket.canWithdraw ? (
          <Form
            {...act}
            action={`${act.action}/withdraw`}
            said="C’est noté, merci d’avoir prévenu."
            button="Je ne viens plus"
            look="button second"
          />
        ) : null}
      </div>
      <Where ticket={ticket} />
    </section>
  )
}
