import type { PrivateContent, Ticket } from '@parvis/domain/site/private-page'
import { ErrorLine } from './talk.tsx'

/** Ordering: what, when, a first name (W-050). */
export function OrderPage({ content }: { content: Extract<PrivateContent, { kind: 'order' }> }) {
  const { company, typed } = content
  return (
    <section className="order">
      <h1>Commander chez {company.name}</h1>
      {content.instruction ? <p className="lines">{content.instruction}</p> : null}
      {content.paused ? <p className="state-word">{content.paused}</p> : null}
      <ErrorLine error={content.error} />
      <form method="post" action={`/v1/site/companies/${content.companyId}/orders`} data-form="order">
        <label htmlFor="orderContent">Votre commande</label>
        <textarea
          id="orderContent"
          name="orderContent"
          required
          maxLength={5000}
          rows={5}
          defaultValue={typed.content}
          data-draft={`commande ${content.companyId}`}
        />
        <label htmlFor="pickupDateTime">Retrait</label>
        {content.days.length > 0 ? (
          <select id="pickupDateTime" name="pickupDateTime" required defaultValue={typed.pickup}>
            {content.days.map((day) => (
              <optgroup key={day.day} label={day.day}>
                {day.quarters.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {day.day}, {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        ) : (
          <input id="pickupDateTime" name="pickupDateTime" type="datetime-local" required defaultValue={typed.pickup} />
        )}
        <label htmlFor="firstName">Votre prénom</label>
        <input
          id="firstName"
          name="firstName"
          required
          minLength={2}
          maxLength={50}
          autoComplete="given-name"
          defaultValue={typed.firstName}
        />
        <p className="note">Vous payez au retrait. Le commerce vous répond ici.</p>
        <button type="submit" className="button">
          Envoyer ma demande
        </button>
      </form>
      <p>
        <a href={company.href}>Retour à la fiche</a>
      </p>
    </section>
  )
}

/** The order's screen is the ticket (W-051). */
export function TicketPage({ content: { order: ticket } }: { content: { order: Ticket } }) {
  return (
    <section className="ticket" data-order={ticket.id} data-state={ticket.state}>
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
      <p className="lines">{ticket.content}</p>
      {ticket.total ? <p>Total : {ticket.total}</p> : null}
      {ticket.reason ? <p className="lines">{ticket.reason}</p> : null}
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
      <div className="row acts">
        <a className="button second" href={ticket.conversation}>
          Écrire
        </a>
        {ticket.canWithdraw ? (
          <form method="post" action={`/v1/site/orders/${ticket.id}/withdraw`}>
            <button type="submit" className="quiet" data-confirm="Annuler cette commande ?">
              Annuler ma demande
            </button>
          </form>
        ) : null}
      </div>
    </section>
  )
}
