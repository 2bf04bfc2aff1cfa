import { bookingWord } from '@parvis/domain/bookings/booking-texts.fr'
import { seatsText } from '@parvis/domain/bookings/seats'
import { dateAt } from '@parvis/domain/kernel/paris-days'
import { stateWord } from '@parvis/domain/orders/order-states'
import type { OrderAnswer } from '@parvis/domain/orders/orders.contract'
import { amountText, basketOf, pickupOf } from '@parvis/domain/orders/shown-order'
import type { PrivateContent, TicketShop } from '@parvis/domain/site/private-page'
import { clockText, momentText, shortDay } from '@parvis/domain/site/when.fr'
import { AskFirst, Form, LongField } from '../parts/form.tsx'
import { ButtonLink } from '../parts/lists.tsx'
import { PickupFields } from './orders.tsx'

type Ticket = Extract<PrivateContent, { kind: 'ticket' }>

/** The order's screen is the ticket: what was agreed, where it stands, and the actions that the server allows. */
export function TicketPage({ content: ticket }: { content: Ticket }) {
  const { order, now } = ticket
  const moment = (iso: string) => momentText(Date.parse(iso), now)
  return (
    <section className="ticket" data-order={order.id} data-state={order.state}>
      <Stub {...order} name={ticket.name} at={Date.parse(pickupOf(order))} word={stateWord(order)} />
      {order.proposal ? <Proposal order={order} proposal={order.proposal} moment={moment} /> : null}
      <p className="lines">{basketOf(order)}</p>
      {order.picture ? <img src={order.picture} alt="Jointe à la commande" loading="lazy" /> : null}
      {order.total === null ? null : <p>Total : {amountText(order.total)} · À régler sur place</p>}
      {order.note ? <p className="lines">{order.note}</p> : null}
      {order.cancelMessage ? <p className="lines">{order.cancelMessage}</p> : null}
      <TicketActions ticket={ticket} />
      <Where {...ticket.shop} />
      {order.history.length > 0 ? (
        <details>
          <summary>Historique</summary>
          <ol className="history">
            {order.history.map((event) => (
              <li key={`${event.at} ${event.what}`}>
                {eventText(event)} <small>{moment(event.at)}</small>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </section>
  )
}

function eventText({ what, by }: OrderAnswer['history'][number]): string {
  if (what === 'accept') return by === 'resident' ? 'Proposition acceptée' : 'Acceptée pour vous par le commerce'
  return events[what] ?? what
}

const events: Record<string, string> = {
  place: 'Demande envoyée',
  change: 'Demande modifiée',
  validate: 'Acceptée par le commerce',
  propose: 'Proposition du commerce',
  refuse: 'Refusée par le commerce',
  withdraw: 'Annulée par vous',
  start: 'En préparation',
  ready: 'Prête',
  collected: 'Retirée',
  no_show: 'Non retirée',
  revoke: 'Annulée par le commerce',
  undo: 'Étape corrigée',
  expire: 'Close sans réponse',
}

type StubProps = { name: string; at: number; code: string | null; state: string; word: string; promise: string }

/** The head of a ticket, of an order or of seats: what is shown on arrival, and read offline or on paper another day. */
function Stub({ name, at, code, state, word, promise }: StubProps) {
  return (
    <div className="stub">
      <h1>
        {name} · {shortDay(dateAt(at))}, {clockText({ epochMilliseconds: at })}
      </h1>
      {code ? <p className="code">{code}</p> : null}
      <p className={`state-word ${state}`}>
        <strong>{word}</strong>
      </p>
      <p>{promise}</p>
    </div>
  )
}

function Where({ company, address, directions }: TicketShop) {
  return (
    <>
      <h2>
        <a href={company.href}>{company.name}</a>
      </h2>
      <p>
        {address.join(', ')}{' '}
        {directions ? (
          <a href={directions} rel="noreferrer">
            Itinéraire
          </a>
        ) : null}
      </p>
    </>
  )
}

type ProposalProps = {
  order: OrderAnswer
  proposal: NonNullable<OrderAnswer['proposal']>
  moment: (iso: string) => string
}

function Proposal({ order, proposal, moment }: ProposalProps) {
  return (
    <div className="proposal">
      <h2>Le commerce vous propose</h2>
      <p>
        <strong>{moment(proposal.pickupDateTime)}</strong> · {amountText(proposal.total)}
      </p>
      <p className="lines">{proposal.orderContent}</p>
      {proposal.note ? <p className="lines">{proposal.note}</p> : null}
      <p className="note">Répondez avant : {moment(proposal.expiresAt)}</p>
      {order.allowed.includes('accept') ? (
        <Form action={`/v1/site/orders/${order.id}/accept`} kind="order-act" isOnce button="C’est d’accord">
          <input type="hidden" name="proposalId" value={proposal.id} />
        </Form>
      ) : null}
    </div>
  )
}

/** The actions that the server allows, each a form that needs no script. */
function TicketActions({ ticket }: { ticket: Ticket }) {
  const { order, shop } = ticket
  const canWithdraw = order.allowed.includes('withdraw')
  return (
    <div className="row acts">
      {ticket.days ? <ChangeForm ticket={ticket} days={ticket.days} /> : null}
      <ButtonLink href={`/mes-messages/${order.discussionId}`}>Écrire</ButtonLink>
      {canWithdraw ? (
        <AskFirst ask="Annuler ma demande" keep="Garder ma commande">
          <Form
            action={`/v1/site/orders/${order.id}/withdraw`}
            kind="order-act"
            isOnce
            said="Commande annulée."
            button="Annuler ma commande"
            look="second danger"
          />
        </AskFirst>
      ) : null}
      {order.state === 'accepted' && !canWithdraw ? (
        <p className="note">
          Il est trop tard pour annuler ici. Écrivez au commerce ou appelez-le
          {shop.phone ? (
            <>
              {' '}
              au <a href={`tel:${shop.phone}`}>{shop.phone}</a>
            </>
          ) : null}
          .
        </p>
      ) : null}
    </div>
  )
}

function ChangeForm({ ticket: { order, now }, days }: { ticket: Ticket; days: NonNullable<Ticket['days']> }) {
  return (
    <details>
      <summary className="button second">Modifier</summary>
      <Form action={`/v1/site/orders/${order.id}/change`} kind="order-act" isOnce button="Enregistrer">
        <input type="hidden" name="version" value={order.version} />
        <LongField name="orderContent" label="Votre commande" required rows={4} defaultValue={basketOf(order)} />
        {days.length > 0 ? (
          <>
            <p className="note">
              Retrait&nbsp;: {momentText(Date.parse(pickupOf(order)), now)}. Pour le garder, ne choisissez rien.
            </p>
            <PickupFields days={days} typed={{}} />
          </>
        ) : null}
      </Form>
    </details>
  )
}

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
