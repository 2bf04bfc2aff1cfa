import type { InstantContent, SitePage } from '@parvis/domain/site/page'
import { BookingPart } from '../parts/booking.tsx'
import { Directions, Hours, InstantCards, SizedPicture, State } from '../parts/cards.tsx'
import { Follow, Why } from '../parts/follow.tsx'
import { Part } from '../parts/lists.tsx'

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
