import type { HomeContent } from '@parvis/domain/site/page'
import { Part } from '../parts/lists.tsx'
import { TownSearch } from './directory.tsx'

/** Choosing a town: a plain form, with suggestions where scripts run. */
export function HomePage({ content }: { content: HomeContent }) {
  return (
    <section className="home">
      <h1>Toute votre ville, sans compte</h1>
      <p className="lead">
        Parvis réunit les commerces, les associations et la mairie de votre commune : leurs horaires vrais, leurs
        rendez-vous, leurs nouvelles.
      </p>
      <TownSearch action="/" defaultValue={content.query} list="communes" data-towns="" />
      <datalist id="communes" />
      {content.found ? (
        content.found.length > 0 ? (
          <Towns heading="Plusieurs communes correspondent" towns={content.found} />
        ) : (
          <p role="status">Aucune commune pour « {content.query} »</p>
        )
      ) : null}
      {content.towns.length > 0 ? <Towns heading="Communes déjà présentes" towns={content.towns} /> : null}
    </section>
  )
}

function Towns({ heading, towns }: { heading: string; towns: HomeContent['towns'] }) {
  return (
    <Part title={heading}>
      <ul className="towns">
        {towns.map((town) => (
          <li key={town.href}>
            <a href={town.href}>{town.name}</a>{' '}
            <small>
              ({town.zip}) {town.department}
            </small>
          </li>
        ))}
      </ul>
    </Part>
  )
}
