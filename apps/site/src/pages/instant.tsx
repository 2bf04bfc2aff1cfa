import type { InstantContent, SitePage } from '@parvis/domain/site/page'
import type { BookingForm } from '@parvis/domain/site/shown'
import { Directions, Hours, InstantCards, SizedPicture, State } from '../parts/cards.tsx'
import { Follow, Why } from '../parts/follow.tsx'
import { ChoiceField, countsTo, Form } from '../parts/form.tsx'
import { ButtonLink, Part } from '../parts/lists.tsx'

export function InstantPage({ content: it, page }: { content: InstantContent; page: SitePage }) {
  return (
    <article
      className={`instant-page h-event ${it.kindSlug}`}
      data-company={it.companyId}
      data-instant={it.id}
      data-view="instant_view"
    >
      <Why companyId={it.companyId} name={it.business.name} page={page} />
      <SizedPicture picture={it.picture} className="square" first />
      <p className="tag">
        <span>{it.kindLabel}</span>
        <span>{it.category}</span>
      </p>
      {it.words.map(({ word, message }) => (
        <p key={word} className="state-word">
          <strong>{word}</strong>
          {message ? ` ${message}` : ''}
        </p>
      ))}
      <h1 className="p-name">{it.title}</h1>
      <div className="when-block">
        {it.when.map((line) => (
          <p key={line} className="when">
            <Hours text={line} />
          </p>
        ))}
        {it.span ? (
          <p hidden>
            <time className="dt-start" dateTime={it.span.start} />
            <time className="dt-end" dateTime={it.span.end} />
          </p>
        ) : null}
        {it.dates.length > 0 ? (
          <details>
            <summary>Les autres dates</summary>
            <ul>
              {it.dates.map(({ day, hours, word, isStruck }) => (
                <li key={`${day}${hours}`}>
                  <span className={isStruck ? 'struck-date' : undefined}>
                    {day}, <Hours text={hours} />
                  </span>
                  {word ? <strong className="word">{word}</strong> : null}
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
      {it.booking ? <BookingPart booking={it.booking} /> : null}
      <p className="place p-location">
        {it.place.address.join(', ')} <Directions place={it.place} />
      </p>
      <Follow companyId={it.companyId} name={it.business.name} page={page} address={it.business.href} />
      {it.text ? <p className="lines text">{it.text}</p> : null}
      {it.calendar ? <AddToCalendar calendar={it.calendar} /> : null}
      <p className="share" data-share={it.address} data-title={it.title}>
        Partager : <span className="select">{it.address}</span>
      </p>
      <section className="by">
        <h2>Par {it.business.name}</h2>
        <div className="card business">
          <SizedPicture picture={it.business.picture} className="thumb" />
          <div>
            <h3>
              <a href={it.business.href}>{it.business.name}</a>
            </h3>
            <p className="line">{it.business.category}</p>
            <State state={it.business.state} />
          </div>
        </div>
      </section>
      <Part title={`Aussi chez ${it.business.name}`} of={it.others}>
        <InstantCards cards={it.others} />
      </Part>
      <p className="fine">
        <a href={`${page.home}/signaler?adresse=${encodeURIComponent(it.address)}`}>Signaler cette publication</a>
      </p>
    </article>
  )
}

function AddToCalendar({ calendar: { ics, google } }: { calendar: { ics: string; google: string | null } }) {
  return (
    <details className="calendar">
      <summary>Ajouter à mon agenda</summary>
      <ul>
        <li>
          <a href={ics} data-act="calendar">
            Apple ou Outlook (.ics)
          </a>{' '}
          : un fichier que votre agenda ouvre.
        </li>
        {google ? (
          <li>
            <a href={google} rel="noreferrer" data-act="calendar">
              Google Agenda
            </a>{' '}
            : ouvre le site de Google avec le rendez-vous déjà écrit.
          </li>
        ) : null}
      </ul>
    </details>
  )
}

const join = 'Rejoindre la liste d’attente'

/** Seats of an instant, under its dates: what is left, and one tap with a first name. */
function BookingPart({ booking }: { booking: BookingForm }) {
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
