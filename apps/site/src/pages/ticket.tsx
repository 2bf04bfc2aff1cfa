import type { Ticket } from '@parvis/domain/site/private-page'
import { AskFirst, Form, LongField } from '../parts/form.tsx'
import { PickupFields } from './orders.tsx'

export function TicketPage({ content: { order: ticket } }: { content: { order: Ticket } }) {
  return (
    <section className="ticket" data-order={ticket.id} data-state={ticket.state}>
      <Stub ticket={ticket} />
      {ticket.proposal ? <Proposal id={ticket.id} proposal={ticket.proposal} canAccept={ticket.canAccept} /> : null}
      <p className="lines">{ticket.content}</p>
      {ticket.picture ? <img src={ticket.picture} alt="Jointe à la commande" loading="lazy" /> : null}
      {ticket.total ? <p>Total : {ticket.total} · À régler sur place</p> : null}
      {ticket.note ? <p className="lines">{ticket.note}</p> : null}
      {ticket.reason ? <p className="lines">{ticket.reason}</p> : null}
      <TicketActions ticket={ticket} />
      <Where ticket={ticket} />
      {ticket.history.length > 0 ? (
        <details>
          <summary>Historique</summary>
          <ol className="history">
            {ticket.history.map(({ when, text }) => (
              <li key={`${when} ${text}`}>
                {text} <small>{when}</small>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </section>
  )
}

type Head = Pick<Ticket, 'name' | 'when' | 'code' | 'state' | 'stateWord' | 'promise'>

/** The head of a ticket, of an order or of seats: what is shown on arrival. */
export function Stub({ ticket }: { ticket: Head }) {
  return (
    <div className="stub">
      <h1>
        {ticket.name} · {ticket.when}
      </h1>
      {ticket.code ? <p className="code">{ticket.code}</p> : null}
      <p className={`state-word ${ticket.state}`}>
        <strong>{ticket.stateWord}</strong>
      </p>
      <p>{ticket.promise}</p>
    </div>
  )
}

export function Where({ ticket }: { ticket: Pick<Ticket, 'company' | 'address' | 'directions'> }) {
  return (
    <>
      <h2>
        <a href={ticket.company.href}>{ticket.company.name}</a>
      </h2>
      <p>
        {ticket.address.join(', ')}{' '}
        {ticket.directions ? (
          <a href={ticket.directions} rel="noreferrer">
            Itinéraire
          </a>
        ) : null}
      </p>
    </>
  )
}

type ProposalProps = { id: number; proposal: NonNullable<Ticket['proposal']>; canAccept: boolean }

function Proposal({ id, proposal, canAccept }: ProposalProps) {
  return (
    <div className="proposal">
      <h2>Le commerce vous propose</h2>
      <p>
        <strong>{proposal.when}</strong> · {proposal.total}
      </p>
      <p className="lines">{proposal.content}</p>
      {proposal.note ? <p className="lines">{proposal.note}</p> : null}
      <p className="note">Répondez avant : {proposal.until}</p>
      {canAccept ? (
        <Form action={`/v1/site/orders/${id}/accept`} kind="order-act" button="C’est d’accord">
          <input type="hidden" name="proposalId" value={proposal.id} />
        </Form>
      ) : null}
    </div>
  )
}

/** The actions that the server allows, each a form that needs no script. */
function TicketActions({ ticket }: { ticket: Ticket }) {
  return (
    <div className="row acts">
      {ticket.canChange ? <ChangeForm ticket={ticket} /> : null}
      <a className="button second" href={ticket.conversation}>
        Écrire
      </a>
      {ticket.canWithdraw ? (
        <AskFirst ask="Annuler ma demande" keep="Garder ma commande">
          <Form
            action={`/v1/site/orders/${ticket.id}/withdraw`}
            kind="order-act"
            said="Commande annulée."
            button="Annuler ma commande"
            look="second danger"
          />
        </AskFirst>
      ) : null}
      {ticket.isTooLate ? (
        <p className="note">
          Il est trop tard pour annuler ici. Écrivez au commerce ou appelez-le
          {ticket.phone ? (
            <>
              {' '}
              au <a href={`tel:${ticket.phone}`}>{ticket.phone}</a>
            </>
          ) : null}
          .
        </p>
      ) : null}
    </div>
  )
}

function ChangeForm({ ticket }: { ticket: Ticket }) {
  return (
    <details>
      <summary className="button second">Modifier</summary>
      <Form action={`/v1/site/orders/${ticket.id}/change`} kind="order-act" button="Enregistrer">
        <input type="hidden" name="version" value={ticket.version} />
        <LongField name="orderContent" label="Votre commande" required rows={4} defaultValue={ticket.content} />
        {ticket.days.length > 0 ? (
          <>
            <p className="note">Retrait&nbsp;: {ticket.when}. Pour le garder, ne choisissez rien.</p>
            <PickupFields days={ticket.days} typed={{}} />
          </>
        ) : null}
      </Form>
    </details>
  )
}
