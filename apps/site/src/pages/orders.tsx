import type { PrivateContent, SlotDay, Ticket } from '@parvis/domain/site/private-page'
import { ErrorLine, FirstNameField, LongField } from './talk.tsx'

/** Ordering: what, when, a first name (W-050). */
export function OrderPage({ content }: { content: Extract<PrivateContent, { kind: 'order' }> }) {
  const { company, typed, companyId } = content
  return (
    <section className="order">
      <h1>Commander chez {company.name}</h1>
      {content.instruction ? <p className="lines">{content.instruction}</p> : null}
      {content.paused ? <p className="state-word">{content.paused}</p> : null}
      <ErrorLine error={content.error} />
      <form
        method="post"
        action={`/v1/site/companies/${companyId}/orders`}
        data-form="order"
        data-said={`Commande envoyée. ${company.name} doit encore l’accepter.`}
        encType={content.photoAllowed ? 'multipart/form-data' : undefined}
      >
        <LongField
          name="orderContent"
          label="Votre commande"
          rows={5}
          value={typed.content}
          draft={`commande ${companyId}`}
        />
        <PickupFields days={content.days} takesAnyTime={content.takesAnyTime} typed={typed.pickup} />
        <label className="check">
          <input type="checkbox" name="flexible" value="1" /> Un peu avant ou après me va
        </label>
        <label htmlFor="maxTotal">Pas plus de (facultatif, en euros)</label>
        <input id="maxTotal" name="maxTotal" inputMode="decimal" maxLength={10} data-draft={`plafond ${companyId}`} />
        {content.photoAllowed ? (
          <>
            <label htmlFor="picture">Une photo (facultatif)</label>
            <input id="picture" name="picture" type="file" accept="image/*" />
          </>
        ) : null}
        <FirstNameField value={typed.firstName} required />
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

type PickupProps = { days: readonly SlotDay[]; takesAnyTime: boolean; typed: string }

/** The quarters on offer; without slots any other time too. */
function PickupFields({ days, takesAnyTime, typed }: PickupProps) {
  const hasSlots = days.some(({ quarters }) => quarters.length > 0)
  return (
    <>
      {hasSlots ? (
        <>
          <label htmlFor="slot">Retrait</label>
          <SlotSelect days={days} typed={typed || firstOf(days)} />
        </>
      ) : null}
      {takesAnyTime ? (
        <>
          <label htmlFor="pickupDateTime">{hasSlots ? 'Autre heure (facultatif)' : 'Retrait'}</label>
          <input id="pickupDateTime" name="pickupDateTime" type="datetime-local" required={!hasSlots} />
        </>
      ) : null}
      {hasSlots || takesAnyTime ? null : <p className="state-word">Aucun créneau n’est libre pour le moment.</p>}
    </>
  )
}

const firstOf = (days: readonly SlotDay[]): string => days.flatMap(({ quarters }) => quarters)[0]?.value ?? ''

/** `none` is the choice of no quarter. */
function SlotSelect({ days, typed, none }: { days: readonly SlotDay[]; typed: string; none?: string }) {
  return (
    <select id="slot" name="slot" required={none === undefined} defaultValue={typed}>
      {none ? <option value="">{none}</option> : null}
      {days.map((day) => (
        <optgroup key={day.day} label={day.day}>
          {day.quarters.map(({ value, label }) => (
            <option key={value} value={value}>
              {day.day}, {label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

/** The order's screen is the ticket (W-051). */
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
        <form method="post" action={`/v1/site/orders/${id}/accept`} data-form="order-act">
          <input type="hidden" name="proposalId" value={proposal.id} />
          <button type="submit" className="button">
            C’est d’accord
          </button>
        </form>
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
        <form
          method="post"
          action={`/v1/site/orders/${ticket.id}/withdraw`}
          data-form="order-act"
          data-said="Commande annulée."
        >
          <button type="submit" className="quiet" data-confirm="Annuler cette commande ?">
            Annuler ma demande
          </button>
        </form>
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
      <form method="post" action={`/v1/site/orders/${ticket.id}/change`} data-form="order-act">
        <input type="hidden" name="version" value={ticket.version} />
        <LongField name="orderContent" label="Votre commande" rows={4} value={ticket.content} />
        {ticket.days.length > 0 ? (
          <>
            <label htmlFor="slot">Retrait</label>
            <SlotSelect days={ticket.days} typed="" none="Garder la même heure" />
          </>
        ) : null}
        <button type="submit" className="button">
          Enregistrer
        </button>
      </form>
    </details>
  )
}
