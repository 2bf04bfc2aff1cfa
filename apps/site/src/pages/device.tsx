import type { PrivateContent } from '@parvis/domain/site/private-page'
import { Form, InputField, oneTimeCode } from '../parts/form.tsx'
import { Links } from '../parts/lists.tsx'

export function TransferPage({ content }: { content: Extract<PrivateContent, { kind: 'transfer' }> }) {
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
        <Form action="/v1/site/transfers" button="Afficher un code">
          <p>Votre autre téléphone retrouvera vos abonnements, vos messages et vos commandes.</p>
        </Form>
      )}
      <h2>J’ai un code</h2>
      <Form action="/v1/site/transfers/claim" kind="claim" button="Continuer" look="button second">
        <InputField name="code" label="Le code de l’autre téléphone" required maxLength={64} {...oneTimeCode} />
      </Form>
    </section>
  )
}

/** Installing, in the words of the very system: the script opens the right part. */
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

const mine = { href: '/mes-abonnements', name: 'Mes abonnements' }

export function OfflinePage() {
  return (
    <section className="message">
      <h1>Hors connexion</h1>
      <p>Hors connexion. Voici ce que vous avez déjà ouvert.</p>
      <ul className="links" data-cached="" />
      <Links links={[{ href: '?', name: 'Réessayer' }, mine]} />
    </section>
  )
}
