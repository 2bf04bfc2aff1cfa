import type { Content, SitePage } from '@parvis/domain/site/page'

const townParts = [
  ['annuaire', 'Annuaire'],
  ['agenda', 'Agenda'],
  ['services', 'Services'],
] as const

/** The mark of both sites: an arch on the ground line of a square. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#0F5C4D" />
      <path d="M8 24V14.5a8 8 0 0 1 16 0V24" fill="none" stroke="#FBFAF7" strokeWidth="3" strokeLinecap="round" />
      <path d="M13 24v-7.5a3 3 0 0 1 6 0V24" fill="#F2B84B" />
      <path d="M6 25.5h20" stroke="#FBFAF7" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

/** The legal pages of the portal: its name, and the two ways in. */
export function PortalHeader() {
  return (
    <header className="top">
      <div className="wrap">
        <a className="brand" href="/">
          <Mark />
          <span>
            Parvis <span className="pro">Pro</span>
          </span>
        </a>
        <nav aria-label="Principale">
          <ul>
            <li>
              <a href="/login">Se connecter</a>
            </li>
            <li>
              <a href="/inscription">Créer mon compte</a>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  )
}

export function Header({ page: { town, home, breadcrumb = [], unread = 0 } }: { page: SitePage }) {
  const isHere = (href: string) => (breadcrumb.some((link) => link.href === href) ? 'true' : undefined)
  return (
    <header className="top">
      <div className="wrap">
        <a className="brand" href={town?.href ?? `${home}/`}>
          <Mark />
          <span>{town?.name ?? 'Parvis'}</span>
        </a>
        {town ? (
          <a className="other" href={`${home}/?changer=1`}>
            Changer de commune
          </a>
        ) : null}
        <nav aria-label="Principale">
          <ul>
            {town ? (
              townParts.map(([word, name]) => (
                <li key={word}>
                  <a href={`${town.href}/${word}`} aria-current={isHere(`${town.href}/${word}`)}>
                    {name}
                  </a>
                </li>
              ))
            ) : (
              <li>
                <a href={`${home}/`}>Choisir ma commune</a>
              </li>
            )}
            <li>
              <a href={`${home}/mes-abonnements`} data-mine="">
                Moi
                <strong className="unread" hidden={unread === 0}>
                  <span>{unread}</span>
                  <span className="hidden"> à lire</span>
                </strong>
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  )
}

const minePages = [
  ['follows', '/mes-abonnements', 'Abonnements'],
  ['conversations', '/mes-messages', 'Messages'],
  ['orders', '/mes-commandes', 'Commandes'],
  ['settings', '/reglages', 'Réglages'],
] as const

/** The four pages of a resident, above each of them. */
export function MineNav({ kind }: { kind: Content['kind'] }) {
  if (!minePages.some(([page]) => page === kind)) return null
  return (
    <nav aria-label="Moi">
      <ul className="chips">
        {minePages.map(([page, href, name]) => (
          <li key={page}>
            <a href={href} aria-current={page === kind ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
