import type { SitePage } from '@parvis/domain/site/page'
import type { PrivateContent } from '@parvis/domain/site/private-page'
import { BusinessCards } from '../parts/cards.tsx'
import { Form } from '../parts/form.tsx'
import { Lines, Links, Part } from '../parts/lists.tsx'

type Of<K extends PrivateContent['kind']> = { content: Extract<PrivateContent, { kind: K }> }

export function FollowsPage({ content, page }: Of<'follows'> & { page: SitePage }) {
  return (
    <section className="mine" data-private="">
      <h1>Mes abonnements</h1>
      {content.installed ? <Installed {...content.installed} /> : null}
      {content.isTold ? (
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
        <BusinessCards cards={content.follows} />
      )}
      <Part title="Nouveautés" of={content.news}>
        <Lines lines={content.news} />
      </Part>
      <Part title="Mes commandes et mes places" of={content.orders}>
        <Lines lines={content.orders} />
      </Part>
      <Links links={[{ href: '/installer', name: 'Installer Parvis' }]} />
    </section>
  )
}

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
 * The app that an iPhone installed becomes the resident of the browser that installed it, after a tap that names them. The
 * script shows this in the installed app only: a link that somebody sends shows nothing.
 */
function Installed({ token, firstName }: { token: string; firstName: string | null }) {
  return (
    <Form action="/v1/site/transfers/claim" data-installed="" hidden button="Oui, retrouver mes abonnements">
      <h2>{firstName ? `Êtes-vous ${firstName} ?` : 'Est-ce bien votre téléphone ?'}</h2>
      <p>
        Ce téléphone montrera les abonnements, les messages et les commandes{' '}
        {firstName ? `de ${firstName}` : 'du navigateur qui a installé Parvis'}. Si ce n’est pas vous, ne touchez à
        rien.
      </p>
      <input type="hidden" name="code" value={token} />
    </Form>
  )
}
