import type { Notice, SitePage } from '@parvis/domain/site/page'

/** What happened, and where to go from here (W-055). */
export function MessagePage({ content, page }: { content: Notice; page: SitePage }) {
  return (
    <section className="message">
      <h1>{content.heading}</h1>
      {content.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {content.links.length > 0 ? (
        <ul className="links">
          {content.links.map(({ href, name }) => (
            <li key={href}>
              <a href={href.startsWith('/') ? `${page.home}${href}` : href}>{name}</a>
            </li>
          ))}
        </ul>
      ) : null}
      {content.search && page.host !== 'foreign' ? (
        <form method="get" action={`${page.home}/`} className="search">
          <label htmlFor="q">Votre commune ou code postal</label>
          <div className="row">
            <input id="q" name="q" type="search" autoComplete="postal-code" maxLength={60} />
            <button type="submit">Chercher</button>
          </div>
        </form>
      ) : null}
    </section>
  )
}
