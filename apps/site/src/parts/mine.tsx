import type { Content } from '@parvis/domain/site/page'

const pages = [
  ['follows', '/mes-abonnements', 'Abonnements'],
  ['conversations', '/mes-messages', 'Messages'],
  ['orders', '/mes-commandes', 'Commandes'],
  ['settings', '/reglages', 'Réglages'],
] as const

/** The four pages of a resident, above each of them. */
export function MineNav({ kind }: { kind: Content['kind'] }) {
  if (!pages.some(([page]) => page === kind)) return null
  return (
    <nav aria-label="Moi">
      <ul className="chips">
        {pages.map(([page, href, name]) => (
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
