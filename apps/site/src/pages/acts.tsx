import type { ActsContent } from '@parvis/domain/site/duties-page'
import { ByHall, Lines, Links } from '../parts/lists.tsx'
import { Chips, PageLinks, SearchForm } from './directory.tsx'

export function TownActsPage({ content: list }: { content: ActsContent }) {
  return (
    <div className="acts">
      <h1>{list.heading}</h1>
      <ByHall hall={list.hall} className="lead" />
      <SearchForm
        action={list.action}
        label="Chercher un acte : numéro, objet, auteur"
        defaultValue={list.query}
        kept={list.hidden}
      />
      <Chips label="Nature" links={list.filters} />
      <Chips label="Année" links={list.years} />
      {list.empty ? (
        <p className="empty" role="status">
          {list.empty}
        </p>
      ) : (
        <Lines lines={list.acts} />
      )}
      <PageLinks pages={list.pages} />
      <Links links={list.ways} />
    </div>
  )
}
