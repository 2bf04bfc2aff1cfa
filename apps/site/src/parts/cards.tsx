import type { InstantTile, MunicipalTile, SitePage } from '@parvis/domain/site/page'
import type { BusinessCard, PlaceShown, SitePicture, StateShown, Ways } from '@parvis/domain/site/shown'

/** Words with their hours each on one line: `9 h – 12 h` never breaks at its dash. */
export function Hours({ text }: { text: string }) {
  const parts = text.split(/((?:\d+\u00A0h(?:\u00A0\d+)?|minuit) – (?:\d+\u00A0h(?:\u00A0\d+)?|minuit))/)
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      <span key={part} className="range">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/** How wide each kind of picture is drawn: the sheet says the same to the browser, later. */
const drawnWidths = {
  cover: '(min-width: 54rem) 52rem, calc(100vw - 2rem)',
  square: '(min-width: 60rem) 20rem, calc(100vw - 2rem)',
  portrait: '96px',
  thumb: '80px',
  mini: '56px',
  photo: '200px',
  view: '240px',
}

/** As wide as the first picture of the page is drawn, so that what is preloaded is what is shown. */
export function firstSizes({ content, image }: SitePage): string {
  if (content.kind === 'instant') return drawnWidths.square
  return image && image.width > image.height ? drawnWidths.cover : drawnWidths.portrait
}

type SizedPictureParts = { picture: SitePicture | null; className: keyof typeof drawnWidths; first?: boolean }

/** A picture with its size known to the page, WebP first; where there is none, its empty frame. */
export function SizedPicture({ picture, className, first }: SizedPictureParts) {
  if (!picture) return <span className={`${className} none`} />
  const { src, webp, width, height, alt } = picture
  const loading = first ? undefined : 'lazy'
  return (
    <picture className={className}>
      <source srcSet={webp} sizes={drawnWidths[className]} type="image/webp" />
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading={loading}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? undefined : 'async'}
      />
    </picture>
  )
}

/** The open state; the script puts the one that holds now, from the changes written here. */
export function State({ state }: { state: StateShown }) {
  return (
    <span
      className={state.isOpen ? 'state open' : 'state closed'}
      data-changes={state.changes.length > 0 ? JSON.stringify(state.changes) : undefined}
    >
      {state.sentence}
    </span>
  )
}

export function InstantCards({ cards }: { cards: readonly InstantTile[] }) {
  return (
    <ul className="cards">
      {cards.map((card) => (
        <li key={card.id} className={`card instant ${card.kind}${card.isStruck ? ' struck' : ''}`}>
          <SizedPicture picture={card.picture} className="thumb" />
          <div>
            <p className="tag">
              <span>{card.kindLabel}</span>
              {card.category ? <span>{card.category}</span> : null}
              {card.word ? <strong className="word">{card.word}</strong> : null}
              {card.isRunning ? <strong className="now">En ce moment</strong> : null}
            </p>
            <h3>
              <a href={card.href}>{card.name}</a>
            </h3>
            <p className="when">
              <Hours text={card.when} />
            </p>
            {card.message ? <p className="line">{card.message}</p> : null}
            {card.line ? <p className="line">{card.line}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

export function BusinessCards({ cards }: { cards: readonly BusinessCard[] }) {
  return (
    <ul className="cards">
      {cards.map((card) => (
        <li key={card.href} className="card business" data-at={card.at ?? undefined}>
          <SizedPicture picture={card.picture} className="thumb" />
          <div>
            <h3>
              <a href={card.href}>{card.name}</a>
            </h3>
            {card.category ? <p className="line">{card.category}</p> : null}
            <p>
              <State state={card.state} />
            </p>
            {card.street ? <p className="line">{card.street}</p> : null}
            {card.running ? <p className="now">{card.running}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

export function ServiceTiles({ tiles }: { tiles: readonly MunicipalTile[] }) {
  return (
    <ul className="cards tiles">
      {tiles.map((tile) => (
        <li key={tile.href}>
          <a className="card" href={tile.href} rel={tile.domain ? 'noreferrer' : undefined}>
            <img src={tile.icon} width="32" height="32" alt="" loading="lazy" />
            <span>{tile.name}</span>
            {tile.domain ? <small>{tile.domain}</small> : null}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A map on the web, opened only on click; on a phone, its own maps too. */
export function Directions({ place: { directions, maps } }: { place: Omit<PlaceShown, 'address'> }) {
  return (
    <>
      {directions ? (
        <a href={directions} rel="noreferrer" data-act="directions">
          Itinéraire
        </a>
      ) : null}
      {maps ? (
        <a href={maps} className="touch" data-act="directions">
          Dans mes cartes
        </a>
      ) : null}
    </>
  )
}

/** Following without account, app or push. */
export function OtherWays({ ways, heading }: { ways: Ways; heading: string }) {
  return (
    <section className="ways" aria-labelledby="suivre-autrement">
      <h2 id="suivre-autrement">{heading}</h2>
      <ul>
        <li>
          <a href={ways.webcal}>Dans mon agenda</a> : les rendez-vous s’y ajoutent et s’y corrigent tout seuls (
          <a href={ways.ics}>fichier iCal</a>).
        </li>
        <li>
          <a href={ways.sheet}>Sur papier</a> : la semaine sur une feuille à imprimer.
        </li>
        <li>
          Pour les curieux : <a href={ways.atom}>un flux Atom</a> des nouveautés, pour un lecteur de flux.
        </li>
      </ul>
    </section>
  )
}
