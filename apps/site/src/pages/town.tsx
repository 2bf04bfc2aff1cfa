import type { SitePage, TownContent } from '@parvis/domain/site/page'
import { BusinessCards, InstantCards, OtherWays, ServiceTiles } from '../parts/cards.tsx'
import { SearchForm } from './directory.tsx'

/** A town's home, in the order of W-025; an empty town says so. */
export function TownPage({ content: town, page }: { content: TownContent; page: SitePage }) {
  const base = page.town?.href ?? ''
  if (town.isEmpty) return <EmptyTown town={town} />
  return (
    <div className="town" data-town={page.town?.slug}>
      <h1>{town.name}</h1>
      <p className="lead">{town.today}</p>
      <SearchForm action={`${base}/annuaire`} />
      {town.running.length > 0 ? (
        <section>
          <h2>En ce moment</h2>
          <InstantCards cards={town.running} />
        </section>
      ) : null}
      {town.next.length > 0 ? (
        <section>
          <h2>Prochains rendez-vous</h2>
          <InstantCards cards={town.next} />
          <p>
            <a href={`${base}/agenda`}>Tout l’agenda</a>
          </p>
        </section>
      ) : null}
      {town.categories.length > 0 ? (
        <section>
          <h2>Annuaire</h2>
          <ul className="chips">
            {town.categories.map(({ href, name, count }) => (
              <li key={href}>
                <a href={href}>
                  {name} <span className="count">{count}</span>
                </a>
              </li>
            ))}
          </ul>
          <p>
            <a href={`${base}/annuaire`}>Tout l’annuaire</a>
          </p>
        </section>
      ) : null}
      {town.services.length > 0 ? (
        <section>
          <h2>Services de la mairie</h2>
          <ServiceTiles tiles={town.services} />
        </section>
      ) : null}
      {town.newcomers.length > 0 ? (
        <section>
          <h2>Nouveaux</h2>
          <BusinessCards cards={town.newcomers} />
        </section>
      ) : null}
      <OtherWays ways={town.ways} heading="Recevoir l’agenda" />
    </div>
  )
}

function EmptyTown({ town }: { town: TownContent }) {
  return (
    <div className="town">
      <h1>{town.name}</h1>
      <p className="lead">{town.today}</p>
      <p>
        <a className="button second" href={town.registration}>
          Vous êtes commerçant ?
        </a>
      </p>
      {town.nearby.length > 0 ? (
        <section>
          <h2>Tout près</h2>
          <ul className="towns">
            {town.nearby.map(({ href, name }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
