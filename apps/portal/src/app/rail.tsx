import type { Membership } from '@parvis/domain/subscription/plans'
import { PageLink } from '../lib/router.tsx'
import { Logo } from '../ui/logo.tsx'
import { Picture } from '../ui/picture.tsx'
import { FootLinks } from './foot-links.tsx'
import { countWords, isCurrent } from './navigation.ts'
import styles from './rail.module.css'
import { Switcher } from './switcher.tsx'
import type { ShellState } from './use-shell-state.ts'

/** The left rail: the business, the links, signing out. */
export function Rail({ state }: { state: ShellState }) {
  const { company, links, pathname, countOf } = state
  const { membership } = company.subscription
  return (
    <aside className={`column ${styles.rail}`}>
      <div className={styles.logo}>
        <Logo size={30} />
      </div>
      <div className={`box inline ${styles.who}`}>
        <Picture src={company.profileImage} size={48} />
        <div className={`shrinks ${styles.name}`}>
          <strong className="two-lines" title={company.name}>
            {company.name}
          </strong>
          <span className={styles.badge} data-paid={membership !== 'freemium' || undefined}>
            {labels[membership]}
          </span>
        </div>
      </div>
      <Switcher name="Changer d’établissement" />
      <nav aria-label="Navigation principale">
        <ul className={styles.links}>
          {links.map((link) => (
            <li key={link.to}>
              <PageLink
                to={link.to}
                className={`inline gap-half wide ${styles.link}`}
                aria-current={isCurrent(link, pathname) ? 'page' : undefined}
              >
                <link.icon size={22} stroke={1.8} aria-hidden="true" />
                <span className={styles.long}>{link.label}</span>
                <span className={styles.short} aria-hidden="true">
                  {link.short}
                </span>
                <Count className={styles.count} to={link.to} value={countOf(link.to)} />
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <ul className={styles.foot}>
        <FootLinks state={state} iconSize={22} className={`inline gap-half wide ${styles.link}`} />
      </ul>
    </aside>
  )
}

/** How many wait behind a link. */
export function Count({ to, value, className }: { to: string; value: number; className: string | undefined }) {
  if (value === 0) return null
  return (
    <span className={`count ${className}`}>
      {value > 99 ? '99+' : value}
      <span className="visually-hidden"> {countWords(to, value)}</span>
    </span>
  )
}

/** Names of the plans as they are sold. */
const labels: Record<Membership, string> = {
  freemium: 'FREEMIUM',
  basic: 'STARTER',
  premium: 'PREMIUM',
  digital: 'ADVANCED',
}
