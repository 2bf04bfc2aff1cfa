import type { ActsContent } from '@parvis/domain/site/duties-page'
import type { ServiceContent, ServicesContent, SitePage } from '@parvis/domain/site/page'
import { ServiceTiles } from '../parts/cards.tsx'
import { Html } from '../parts/html.tsx'
import { ByHall, Lines, Links } from '../parts/lists.tsx'
import { Chips, PageLinks, SearchForm } from './directory.tsx'

export function TownServicesPage({ content }: { content: ServicesContent }) {
  return (
    <div className="services">
      <h1>{content.heading}</h1>
      <ByHall hall={content.hall} className="lead" />
      <p>
        <a href={content.acts}>Actes de la commune</a> · <a href={content.alerts}>Alertes</a>
      </p>
      {content.empty ? <p className="empty">{content.empty}</p> : <ServiceTiles tiles={content.tiles} />}
    </div>
  )
}

export function ServicePage({ content, page }: { content: ServiceContent; page: SitePage }) {
  return (
    <article className="service">
      <img src={content.icon} width="48" height="48" alt="" />
      <h1>{content.name}</h1>
      <Html className="rich" html={content.body} />
      <ByHall hall={content.hall} />
      <p className="fine">
        <a href={`${page.home}/signaler?adresse=${encodeURIComponent(page.canonical ?? '')}`}>Signaler cette page</a>
      </p>
    </article>
  )
}

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
