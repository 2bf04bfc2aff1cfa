import type { BookingForm } from '@parvis/domain/site/shown'
import { ChoiceField, countsTo, Form } from './form.tsx'
import { ButtonLink } from './lists.tsx'

const join = 'Rejoindre la liste d’attente'

/** Seats of an instant, under its dates: what is left, and one tap with a first name. */
export function BookingPart({ booking }: { booking: BookingForm }) {
  const { id, href, left, isFull, dates } = booking
  const label = isFull ? join : 'Réserver'
  const isOpen = dates.length > 0
  return (
    <section className="booking" data-seats={href ? undefined : id} aria-label="Réservation">
      {left ? (
        <p className="left">
          <strong>{left}</strong>
        </p>
      ) : null}
      {isOpen && href ? (
        <ButtonLink look="button" href={href}>
          {label}
        </ButtonLink>
      ) : null}
      {isOpen && !href ? (
        <Form action={`/v1/site/instants/${id}/bookings`} kind="booking" data-draft={`places ${id}`} button={label}>
          <DateField dates={dates} />
          <SeatsField most={booking.perPerson} />
          <label data-first-name="">
            Votre prénom
            <input name="firstName" maxLength={50} autoComplete="given-name" />
          </label>
          {isFull ? <input type="hidden" name="wait" value="1" /> : null}
          <p className="note">
            {booking.needsPhone
              ? 'Un numéro de mobile confirmé est demandé : vous le donnez dans vos réglages.'
              : 'Sans compte. Vous pourrez rendre votre place à tout moment.'}
          </p>
        </Form>
      ) : null}
    </section>
  )
}

function DateField({ dates }: Pick<BookingForm, 'dates'>) {
  if (dates.length === 1) return <input type="hidden" name="date" value={dates[0]?.name} />
  const options = dates.map(({ name, label, left }) => ({ value: name, label: `${label} · ${left}` }))
  return <ChoiceField name="date" label={'Quelle date\u00a0?'} options={options} />
}

function SeatsField({ most }: { most: number }) {
  if (most === 1) return <input type="hidden" name="seats" value="1" />
  return <ChoiceField name="seats" label={'Combien de places\u00a0?'} options={countsTo(most)} />
}
