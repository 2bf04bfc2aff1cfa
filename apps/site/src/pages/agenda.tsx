import type { AgendaContent, AgendaLine } from '@parvis/domain/site/agenda-page'
import { Hours, OtherWays, SizedPicture } from '../parts/cards.tsx'
import { ButtonLink, Strip } from '../parts/lists.tsx'
import { Chips, Nothing } from './directory.tsx'

export function TownAgendaPage({ content: agenda }: { content: AgendaContent }) {
  return (
    <div className="agenda">
      <h1>{agenda.heading}</h1>
      {agenda.strip.length > 0 ? (
        <nav aria-label="Jours">
          <Strip className="strip days">
            {agenda.strip.map((day) => (
              <li key={day.href}>
                <a href={day.href} aria-current={day.isOn ? 'page' : undefined}>
                  <span>{day.weekday}</span>
                  <strong>{day.name}</strong>
                  <small>{day.count}</small>
                </a>
              </li>
            ))}
          </Strip>
        </nav>
      ) : null}
      <Chips label="Catégories" links={agenda.categories} />
      {agenda.empty ? (
        <Nothing empty={agenda.empty}>{agenda.empty.next ? <Lines lines={[agenda.empty.next]} /> : null}</Nothing>
      ) : null}
      {agenda.groups.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <Lines lines={group.lines} />
          {group.comesBack.map(({ title, lines }) => (
            <details key={title}>
              <summary>
                {title} ({lines.length})
              </summary>
              <Lines lines={lines} />
            </details>
          ))}
        </section>
      ))}
      {agenda.more ? (
        <p>
          <ButtonLink href={agenda.more.href}>{agenda.more.name}</ButtonLink>
        </p>
      ) : null}
      <OtherWays ways={agenda.ways} heading="Recevoir l’agenda" />
    </div>
  )
}

function Lines({ lines }: { lines: readonly AgendaLine[] }) {
  return (
    <ul className="lines-list">
      {lines.map((line) => (
        <li key={`${line.href}${line.time}`} className={line.isStruck ? 'struck' : undefined}>
          <SizedPicture picture={line.picture} className="mini" />
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
