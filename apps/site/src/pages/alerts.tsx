import type { AlertContent } from '@parvis/domain/site/duties-page'
import type { SitePage } from '@parvis/domain/site/page'
import type { ListContent } from '@parvis/domain/site/shown'
import { ButtonLink, ByHall, Lines, Part } from '../parts/lists.tsx'

/** Before everything else on every page of a town: the alert that holds, and of when a page is that was kept for an outage. */
export function Banner({ page: { alert, drawn } }: { page: Pick<SitePage, 'alert' | 'drawn'> }) {
  return (
    <>
      {drawn ? <p className="wrap line">Page établie le {drawn}.</p> : null}
      {alert ? (
        <aside className={`alert-banner ${alert.level}`} aria-label="Alerte de la mairie">
          <p className="wrap">
            <strong>{alert.label}</strong>{' '}
            <a href={alert.href}>
              {alert.title}
              <span> — {alert.hour}</span>
            </a>
            {alert.others ? <span> {alert.others}</span> : null}
          </p>
        </aside>
      ) : null}
    </>
  )
}

/** The alerts of a town, the conversations or the orders of a resident. */
export function ListPage({ content: { heading, empty, groups, honest } }: { content: ListContent }) {
  return (
    <section>
      <h1>{heading}</h1>
      {empty ? <p className="empty">{empty}</p> : null}
      {groups.map(({ title, lines }) =>
        title ? (
          <Part key={title} title={title} of={lines}>
            <Lines lines={lines} />
          </Part>
        ) : (
          <Lines key="" lines={lines} />
        ),
      )}
      {honest ? <Honest sentence={honest} /> : null}
    </section>
  )
}

/** What to do, from whom, until when; and whom to call, since a page saves nobody. */
export function AlertPage({ content: alert }: { content: AlertContent }) {
  return (
    <article className="prose alert-page" data-alert={alert.id}>
      <p className={`alert-level ${alert.level}`}>
        {alert.label} <em>{alert.state}</em>
      </p>
      <h1>{alert.heading}</h1>
      {alert.isOver ? <p className="note">{alert.endText ?? 'Cette alerte est terminée.'}</p> : null}
      <p className="lines lead">{alert.text}</p>
      {alert.hours.map((hour) => (
        <p key={hour} className="line">
          {hour}
        </p>
      ))}
      <ByHall hall={alert.hall} />
      {alert.others.map(({ text, link }) => (
        <p key={link.href}>
          {text} <a href={link.href}>{link.name}</a>
        </p>
      ))}
      <Honest sentence={alert.honest} />
    </article>
  )
}

const Honest = ({ sentence }: { sentence: string }) => (
  <div className="honest">
    <p>{sentence}</p>
    <p className="row">
      <ButtonLink look="button" href="tel:112">
        Appeler le 112
      </ButtonLink>
      <ButtonLink href="tel:18">Appeler le 18</ButtonLink>
    </p>
  </div>
)
