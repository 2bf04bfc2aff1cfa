import type { ActContent, ActsContent, AttestationContent } from '@parvis/domain/site/duties-page'
import { ByHall, Links } from '../parts/lists.tsx'
import { Chips, PageLinks, SearchForm } from './directory.tsx'

export function TownActsPage({ content: list }: { content: ActsContent }) {
  return (
    <div className="acts">
      <h1>{list.heading}</h1>
      <ByHall hall={list.hall} className="lead" />
      <SearchForm
        action={list.action}
        label="Chercher un acte : numéro, objet, auteur"
        query={list.query}
        hidden={list.hidden}
      />
      <Chips label="Nature" links={list.filters} />
      <Chips label="Année" links={list.years} />
      {list.empty ? (
        <p className="empty" role="status">
          {list.empty}
        </p>
      ) : (
        <ul className="lines-list">
          {list.acts.map((act) => (
            <li key={act.href}>
              <div>
                <p>
                  {act.label}
                  {act.word ? <em className="word"> {act.word}</em> : null}
                </p>
                <h2>
                  <a href={act.href}>{act.name}</a>
                </h2>
                <p className="fine">{act.facts}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <PageLinks pages={list.pages} />
      <Links links={list.ways} className="plain links" />
    </div>
  )
}

/** One act: what the law wants beside it, its file, its text version. */
export function ActPage({ content: act }: { content: ActContent }) {
  return (
    <article className="prose">
      <h1>{act.heading}</h1>
      {act.words.map(({ text, link }) => (
        <p key={text} className="note">
          {text} {link ? <a href={link.href}>{link.name}</a> : null}
        </p>
      ))}
      {act.file ? (
        <p>
          <a className="button" href={act.file.href}>
            {act.file.name}
          </a>
        </p>
      ) : null}
      <dl className="facts">
        {act.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={act.attestation}>Attestation signée</a>
      </p>
      {act.paragraphs.length > 0 ? <h2>Version texte</h2> : null}
      {act.paragraphs.map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat and never move.
        <p key={at}>{paragraph}</p>
      ))}
      {act.noText ? (
        <p className="note">
          {act.noText.sentence}
          {act.noText.links.length > 0 ? '\u00a0: ' : null}
          {act.noText.links.map(({ href, name }, at) => (
            <span key={href}>
              {at > 0 ? ', ' : null}
              <a href={href}>{name}</a>
            </span>
          ))}
          .
        </p>
      ) : null}
    </article>
  )
}

/** What anybody verifies without us, on one sheet. */
export function AttestationPage({ content: { heading, ...attested } }: { content: AttestationContent }) {
  return (
    <article className="prose attestation">
      <h1>{heading}</h1>
      <p>{attested.meaning}</p>
      <h2>Texte</h2>
      <pre>{attested.text}</pre>
      <h2>Signature</h2>
      <pre>{attested.signature}</pre>
      <h2>Vérifier</h2>
      <p>Téléchargez le fichier, le texte, la signature et la clé, puis&nbsp;:</p>
      <pre>{attested.commands.join('\n')}</pre>
      <p>La première ligne donne le SHA-256 du texte, la seconde répond «&nbsp;Verified OK&nbsp;».</p>
      <Links links={attested.links} className="plain links" />
    </article>
  )
}
