import type { BookingForm } from '@parvis/domain/site/page'

/** Seats of an instant, under its dates: what is left, and one tap with a first name (J-006, J-025). */
export function BookingPart({
  booking: { id, href, left, perPerson, needsPhone, isFull, dates },
}: {
  booking: BookingForm
}) {
  const [only] = dates
  return (
    <section className="booking" data-seats={href ? undefined : id} aria-label="Réservation">
      {left ? (
        <p className="left">
          <strong>{left}</strong>
        </p>
      ) : null}
      {href && only ? (
        <a className="button" href={href}>
          {isFull ? join : 'Réserver'}
        </a>
      ) : null}
      {href || !only ? null : (
        <form method="post" action={`/v1/site/instants/${id}/bookings`} data-form="booking">
          {dates.length > 1 ? (
            <label>
              Quelle date&nbsp;?
              <select name="date">
                {dates.map((date) => (
                  <option key={date.name} value={date.name}>
                    {date.label} · {date.left}
                  </option>
                ))}
              </select>
            </label>
          ) : (
            <input type="hidden" name="date" value={only.name} />
          )}
          {perPerson > 1 ? (
            <label>
              Combien de places&nbsp;?
              <select name="seats">
                {Array.from({ length: perPerson }, (_, at) => (
                  <option key={at} value={at + 1}>
                    {at + 1}
                  </option>
                ))}
              </select>
            </label>
          ) : (
            <input type="hidden" name="seats" value="1" />
          )}
          <label data-first-name="">
            Votre prénom
            <input name="firstName" maxLength={50} autoComplete="given-name" />
          </label>
          {isFull ? <input type="hidden" name="wait" value="1" /> : null}
          <button type="submit" className="button">
            {isFull ? join : 'Réserver'}
          </button>
          <p className="note">
            {needsPhone
              ? 'Un numéro de mobile confirmé est demandé : vous le donnez dans vos réglages.'
              : 'Sans compte. Vous pourrez rendre votre place d’un geste.'}
          </p>
        </form>
      )}
    </section>
  )
}

const join = 'Rejoindre la liste d’attente'
