import type { SitePage } from '@parvis/domain/site/page'
import type { PrivateContent } from '@parvis/domain/site/private-page'
import { Shot, State } from '../parts/cards.tsx'
import { ErrorLine } from './talk.tsx'

type Of<K extends PrivateContent['kind']> = { content: Extract<PrivateContent, { kind: K }> }

/** Whom one follows, what is new, what is ordered (W-046). */
export function FollowsPage({ content, page }: Of<'follows'> & { page: SitePage }) {
  return (
    <section className="mine" data-private="">
      <h1>Mes abonnements</h1>
      {content.follows.length > 0 ? (
        <p className="why" hidden data-push-off="">
          Les notifications de cet appareil sont coupées.{' '}
          <button type="button" className="quiet">
            Les rétablir
          </button>
        </p>
      ) : null}
      {content.follows.length === 0 ? (
        <p className="empty">
          Vous ne suivez encore personne. Visez le QR code d’un commerce, ou cherchez dans{' '}
          <a href={page.town ? `${page.town.href}/annuaire` : '/'}>l’annuaire</a>.
        </p>
      ) : (
        <ul className="cards">
          {content.follows.map((follow) => (
            <li key={follow.companyId} className="card business">
              {follow.picture ? <Shot picture={follow.picture} className="thumb" /> : <span className="thumb none" />}
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
      {content.orders.length > 0 ? (
        <>
          <h2>Mes commandes en cours</h2>
          <ul className="lines-list">
            {content.orders.map((order) => (
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
            Touchez <strong>Partager</strong> (le carré avec une flèche).
          </li>
          <li>
            Choisissez <strong>Sur l’écran d’accueil</strong>, puis <strong>Ajouter</strong>.
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
          Ouvrez le menu du navigateur, puis <strong>Installer l’application</strong> ou{' '}
          <strong>Ajouter à l’écran d’accueil</strong>.
        </p>
      </details>
      <details open data-system="other">
        <summary>Depuis une autre application</summary>
        <p>Ouvrez cette page dans Safari ou dans votre navigateur : les autres applications ne savent pas installer.</p>
      </details>
    </section>
  )
}

export function OfflinePage() {
  return (
    <section className="message">
      <h1>Hors connexion</h1>
      <p>Hors connexion. Voici ce que vous avez déjà ouvert.</p>
      <ul className="links" data-cached="" />
      <p>
        <a href="/mes-abonnements">Mes abonnements</a>
      </p>
    </section>
  )
}
