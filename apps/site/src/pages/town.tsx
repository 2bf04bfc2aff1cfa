import type { SitePage, TownContent } from '@parvis/domain/site/page'
import { BusinessCards, InstantCards, OtherWays, ServiceTiles } from '../parts/cards.tsx'
import { ButtonLink, Links, Part } from '../parts/lists.tsx'
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
      <Part title="En ce moment" of={town.running}>
        <InstantCards cards={town.running} />
      </Part>
      <Part title="Prochains rendez-vous" of={town.next}>
        <InstantCards cards={town.next} />
        <p>
          <a href={`${base}/agenda`}>Tout l’agenda</a>
        </p>
      </Part>
      <Part title="Annuaire" of={town.categories}>
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
      </Part>
      <Part title="Services de la mairie" of={town.services}>
        <ServiceTiles tiles={town.services} />
      </Part>
      <Part title="Nouveaux" of={town.newcomers}>
        <BusinessCards cards={town.newcomers} />
      </Part>
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
        <ButtonLink href={town.registration}>Vous êtes commerçant ?</ButtonLink>
      </p>
      <Part title="Tout près" of={town.nearby}>
        <Links links={town.nearby} className="towns" />
      </Part>
    </div>
  )
}
