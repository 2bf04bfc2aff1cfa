import type { AgendaContent, AgendaLine } from '@parvis/domain/site/page'
import { Hours, OtherWays } from '../parts/cards.tsx'
import { Chips } from './directory.tsx'

/** What happens, by day (W-042 to W-044). */
export function TownAgendaPage({ content: agenda }: { content: AgendaContent }) {
  return (
    <div className="agenda">
      <h1>{agenda.heading}</h1>
      {agenda.strip.length > 0 ? (
        <nav aria-label="Jours">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard. */}
          <ul className="days" tabIndex={0}>
            {agenda.strip.map((day) => (
              <li key={day.href}>
                <a href={day.href} aria-current={day.isOn ? 'page' : undefined}>
                  <span>{day.weekday}</span>
                  <strong>{day.name}</strong>
                  <small>{day.count}</small>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <Chips label="Catégories" links={agenda.categories} />
      {agenda.empty ? <Nothing empty={agenda.empty} /> : null}
      {agenda.groups.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          {group.lines.length > 0 ? <Lines lines={group.lines} /> : null}
          {group.everyDay.length > 0 ? (
            <>
              <h3>Tous les jours</h3>
              <Lines lines={group.everyDay} />
            </>
          ) : null}
        </section>
      ))}
      {agenda.more ? (
        <p>
          <a className="button second" href={agenda.more.href}>
            {agenda.more.name}
          </a>
        </p>
      ) : null}
      <OtherWays ways={agenda.ways} heading="Recevoir l’agenda" />
    </div>
  )
}

function Nothing({ empty }: { empty: NonNullable<AgendaContent['empty']> }) {
  return (
    <div className="empty" role="status">
      <p>{empty.sentence}</p>
      {empty.next ? <Lines lines={[empty.next]} /> : null}
      {empty.links.map(({ href, name }) => (
        <p key={href}>
          <a href={href}>{name}</a>
        </p>
      ))}
    </div>
  )
}

function Lines({ lines }: { lines: readonly AgendaLine[] }) {
  return (
    <ul className="lines-list">
      {lines.map((line) => (
        <li key={`${line.href}${line.time}`} className={line.isStruck ? 'struck' : undefined}>
          <span className="time">
            <Hours text={line.time} />
          </span>
          <div>
            <a href={line.href}>{line.name}</a>
            {line.word ? <strong className="word">{line.word}</strong> : null}
            {line.message ? <p className="line">{line.message}</p> : null}
            <p className="line">{[line.business, line.place, line.city, line.category].filter(Boolean).join(' · ')}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
