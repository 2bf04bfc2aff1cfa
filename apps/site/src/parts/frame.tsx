import type { SitePage } from '@parvis/domain/site/page'
import type { TownPageKind } from '@parvis/domain/stats/stats.contract'
import type { ReactNode } from 'react'
import { firstSizes } from './cards.tsx'
import { Header, MineNav, PortalHeader } from './header.tsx'
import { Html } from './html.tsx'

type Props = { page: SitePage; css: string; banner: ReactNode; children: ReactNode }

export function Frame({ page, css, banner, children }: Props) {
  return (
    <html lang="fr">
      <Head page={page} css={css} />
      <body data-host={page.host} data-home={page.home} data-push={page.pushKey ?? undefined}>
        <a className="skip" href="#contenu">
          Aller au contenu
        </a>
        {banner}
        {page.host === 'portal' ? <PortalHeader /> : <Header page={page} />}
        <main id="contenu" tabIndex={-1} {...countedTown(page)}>
          <Breadcrumb page={page} />
          <MineNav kind={page.content.kind} />
          {children}
        </main>
        <Footer page={page} />
        <p id="annonce" className="toast" role="status" aria-live="polite" />
        {page.script ? <script src={page.script} type="module" /> : null}
      </body>
    </html>
  )
}

const townViews: Partial<Record<SitePage['content']['kind'], TownPageKind>> = {
  town: 'pages',
  directory: 'pages',
  agenda: 'agenda',
  services: 'services',
  service: 'services',
}

/** What the script counts as a view of the town, where it is read. */
function countedTown({ content, town }: SitePage) {
  const view = townViews[content.kind]
  return view && town ? { 'data-view': view, 'data-of': town.slug } : {}
}

function Head({ page, css }: { page: SitePage; css: string }) {
  const { title, description, canonical, image } = page
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {page.isIndexed ? null : <meta name="robots" content="noindex" />}
      {canonical ? <link rel="canonical" href={canonical} /> : null}
      <meta name="theme-color" content="#FBFAF7" />
      <meta name="color-scheme" content="light" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/180.png" />
      {page.host === 'resident' ? (
        <link rel="manifest" href="/application.webmanifest" crossOrigin="use-credentials" />
      ) : null}
      {canonical ? <OpenGraph page={page} /> : null}
      {(page.feeds ?? []).map((feed) => (
        <link key={feed.href} rel="alternate" type={feed.type} href={feed.href} title={feed.title} />
      ))}
      {image ? (
        <link
          rel="preload"
          as="image"
          imageSrcSet={image.webp}
          imageSizes={firstSizes(page)}
          type="image/webp"
          fetchPriority="high"
        />
      ) : null}
      <Html tag="style" html={css} />
      {page.jsonLd ? <DataBlock objects={page.jsonLd} /> : null}
    </head>
  )
}

/** The default picture for shared links, on pages without one of their own. */
const usualPicture = {
  path: '/icons/partage.png',
  width: 1200,
  height: 600,
  alt: 'Parvis, toute votre ville, sans compte',
}

function OpenGraph({ page }: { page: SitePage }) {
  const { canonical = '', image } = page
  const { width, height, alt } = image ?? usualPicture
  const properties = {
    title: page.title,
    description: page.description,
    url: canonical,
    type: 'website',
    site_name: 'Parvis',
    locale: 'fr_FR',
    image: image?.src ?? new URL(usualPicture.path, canonical).href,
    'image:width': String(width),
    'image:height': String(height),
    'image:alt': alt,
  }
  return Object.entries(properties).map(([name, content]) => (
    <meta key={name} property={`og:${name}`} content={content} />
  ))
}

function DataBlock({ objects }: { objects: readonly object[] }) {
  return <Html tag="script" type="application/ld+json" html={writeData(objects)} />
}

/** In a data block nothing may close the element: `<` is written as JSON allows it. */
function writeData(objects: readonly object[]): string {
  const graph = objects.length === 1 ? objects[0] : { '@context': 'https://schema.org', '@graph': objects }
  return JSON.stringify(graph)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

function Breadcrumb({ page: { breadcrumb = [] } }: { page: SitePage }) {
  if (breadcrumb.length === 0) return null
  return (
    <nav className="crumbs" aria-label="Fil d’Ariane">
      <ol>
        {breadcrumb.map(({ name, href }, at) => (
          <li key={href}>
            {at === breadcrumb.length - 1 ? <span aria-current="page">{name}</span> : <a href={href}>{name}</a>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Footer({ page: { home, host, accessibility } }: { page: SitePage }) {
  const links = [
    [`${home}/signaler`, 'Signaler'],
    [`${home}/mentions-legales`, 'Mentions légales'],
    [`${home}/conditions`, 'Conditions d’utilisation'],
    [`${home}/confidentialite`, 'Confidentialité'],
    [`${home}/accessibilite`, `Accessibilité\u00a0: ${accessibility}`],
    ...(host === 'portal' ? [] : [[`${home}/aide`, 'Aide']]),
  ] as const
  return (
    <footer className="bottom">
      <div className="wrap">
        <ul>
          {links.map(([href, name]) => (
            <li key={href}>
              <a href={href}>{name}</a>
            </li>
          ))}
        </ul>
        <p>
          Aucun traceur, aucune publicité, aucun partage. <a href={`${home}/confidentialite`}>Ce que nous gardons</a>
        </p>
      </div>
    </footer>
  )
}
