import type { SitePage } from '@parvis/domain/site/page'
import type { PrivateContent } from '@parvis/domain/site/private-page'
import { SizedPicture, State } from '../parts/cards.tsx'
import { ErrorLine } from './talk.tsx'

type Of<K extends PrivateContent['kind']> = { content: Extract<PrivateContent, { kind: K }> }

/** The businesses that the resident follows, what is new, what is ordered (W-046). */
export function FollowsPage({ content, page }: Of<'follows'> & { page: SitePage }) {
  return (
    <section className="mine" data-private="">
      <h1>Mes abonnements</h1>
      {content.installed ? <Installed {...content.installed} /> : null}
      {content.follows.length > 0 ? (
        <p className="why" hidden data-push-off="">
          Les notifications de cet appareil sont coupées.{' '}
          <button type="button" className="quiet">
            Les rétablir
          </button>
        </p>
      ) : null}
      {content.follows.length === 0 ? (
        <div className="empty">
          <CodeDrawing />
          <p>
            Vous ne suivez encore personne. Visez le QR code d’un commerce, ou cherchez dans{' '}
            <a href={page.town ? `${page.town.href}/annuaire` : '/'}>l’annuaire</a>.
          </p>
        </div>
      ) : (
        <ul className="cards">
          {content.follows.map((follow) => (
            <li key={follow.companyId} className="card business">
              {follow.picture ? (
                <SizedPicture picture={follow.picture} className="thumb" />
              ) : (
                <span className="thumb none" />
              )}
              <div>
                <h3>
                  <a href={follow.href}>{follow.name}</a>
                </h3>
                <State state={follow.state} />
                {follow.unseen > 0 ? (
                  <p className="now">{follow.unseen === 1 ? '1 nouveauté' : `${follow.unseen} nouveautés`}</p>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      )}
      {content.news.length > 0 ? (
        <>
          <h2>Nouveautés</h2>
          <ul className="lines-list">
            {content.news.map((item) => (
              <li key={`${item.href}${item.at}`}>
                <div>
                  <p className="line">
                    {item.company} · {item.label} · {item.at}
                  </p>
                  <a href={item.href}>{item.name}</a>
                  {item.text ? <p>{item.text}</p> : null}
                </div>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {content.orders.length + content.bookings.length > 0 ? (
        <>
          <h2>Mes commandes et mes places</h2>
          <ul className="lines-list">
            {[...content.orders, ...content.bookings].map((order) => (
              <li key={order.href}>
                <div>
                  <a href={order.href}>{order.name}</a>
                  <p className="line">
                    {order.when} · {order.state}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <ul className="links">
        <li>
          <a href="/mes-messages">Mes messages</a>
        </li>
        <li>
          <a href="/reglages">Réglages</a>
        </li>
        <li>
          <a href="/installer">Installer Parvis</a>
        </li>
      </ul>
    </section>
  )
}

/** A code at a counter, in a few strokes. */
function CodeDrawing() {
  const corners = [
    [2, 2],
    [30, 2],
    [2, 30],
  ] as const
  return (
    <svg viewBox="0 0 48 48" width="96" height="96" aria-hidden="true" className="drawing">
      {corners.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <rect x={x} y={y} width="16" height="16" rx="3" fill="none" stroke="currentColor" strokeWidth="3" />
          <rect x={x + 5} y={y + 5} width="6" height="6" fill="currentColor" />
        </g>
      ))}
      <path
        d="M23 4v6M23 16v9h-7M4 24h8M30 24h6v6h10M42 22v3M24 32v5h6v9M38 38h8v8h-5M24 44v2"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
      />
    </svg>
  )
}

/**
 * The app that an iPhone installed becomes the resident of the browser that installed it, after a tap that names them (W-067). The
 * script shows this in the installed app only: a link that somebody sends shows nothing.
 */
function Installed({ token, firstName }: { token: string; firstName: string | null }) {
  return (
    <form method="post" action="/v1/site/transfers/claim" data-installed="" hidden>
      <h2>{firstName ? `Êtes-vous ${firstName} ?` : 'Est-ce bien votre téléphone ?'}</h2>
      <p>
        Parvis vient d’être installé ici. Vous retrouverez les abonnements, les messages et les commandes{' '}
        {firstName ? `de ${firstName}` : 'du navigateur qui l’a installé'}. Si ce n’est pas vous, ne touchez à rien.
      </p>
      <input type="hidden" name="code" value={token} />
      <button type="submit" className="button">
        C’est bien moi : retrouver mes abonnements
      </button>
    </form>
  )
}

/** From one telephone to another (W-066). */
export function TransferPage({ content }: Of<'transfer'>) {
  return (
    <section className="transfer">
      <h1>Passer sur un autre téléphone</h1>
      {content.code ? (
        <>
          <p>Sur l’autre téléphone, ouvrez {content.address} et tapez ce code. Il sert une fois, pendant 10 minutes.</p>
          <p className="code">{content.code}</p>
          {content.qr ? <img src={content.qr} width="200" height="200" alt="Le même code à viser" /> : null}
        </>
      ) : (
        <form method="post" action="/v1/site/transfers">
          <p>Votre autre téléphone retrouvera vos abonnements, vos messages et vos commandes.</p>
          <button type="submit" className="button">
            Afficher un code
          </button>
        </form>
      )}
      <h2>J’ai un code</h2>
      <ErrorLine error={content.error} />
      <form method="post" action="/v1/site/transfers/claim" data-form="claim">
        <label htmlFor="code">Le code de l’autre téléphone</label>
        <input id="code" name="code" required maxLength={64} autoComplete="one-time-code" autoCapitalize="off" />
        <button type="submit" className="button second">
          Continuer
        </button>
      </form>
    </section>
  )
}

/** Installing, in the words of the very system: the script opens the right part (W-054). */
export function InstallPage() {
  return (
    <section className="install">
      <h1>Installer Parvis</h1>
      <details open data-system="iphone">
        <summary>Sur iPhone ou iPad</summary>
        <ol>
          <li>Ouvrez cette page dans Safari.</li>
          <li>
            <Sign d="M12 14V3M8 6.5 12 2.5l4 4M8 10H5v11h14V10h-3" /> Touchez <strong>Partager</strong> (le carré avec
            une flèche).
          </li>
          <li>
            <Sign d="M4 4h16v16H4zM12 8v8M8 12h8" /> Choisissez <strong>Sur l’écran d’accueil</strong>, puis{' '}
            <strong>Ajouter</strong>.
          </li>
        </ol>
      </details>
      <details open data-system="android">
        <summary>Sur Android</summary>
        <p>
          <button type="button" className="button" hidden data-install="">
            Installer
          </button>
        </p>
        <p>
          <Sign d="M12 5v.5M12 12v.5M12 19v.5" /> Ouvrez le menu du navigateur, puis{' '}
          <strong>Installer l’application</strong> ou <strong>Ajouter à l’écran d’accueil</strong>.
        </p>
      </details>
      <details open data-system="other">
        <summary>Depuis une autre application</summary>
        <p>
          <Sign d="M12 3a9 9 0 1 0 .1 0M15.5 8.5l-2 5-5 2 2-5z" /> Ouvrez cette page dans Safari ou dans votre
          navigateur : les autres applications ne savent pas installer.
        </p>
      </details>
    </section>
  )
}

/** What to look for on the screen, as the system draws it. */
function Sign({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className="sign">
      <path d={d} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

export function OfflinePage() {
  return (
    <section className="message">
      <h1>Hors connexion</h1>
      <p>Hors connexion. Voici ce que vous avez déjà ouvert.</p>
      <ul className="links" data-cached="" />
      <ul className="links">
        <li>
          <a href="?">Réessayer</a>
        </li>
        <li>
          <a href="/mes-abonnements">Mes abonnements</a>
        </li>
      </ul>
    </section>
  )
}
