import type { Membership } from '@parvis/domain/subscription/plans'
import { IconBell, IconDevices, IconExternalLink, IconLifebuoy, IconLogout, IconPhone } from '@tabler/icons-react'
import { phoneHref } from '../lib/help-contact.tsx'
import { PageLink } from '../lib/router.tsx'
import { Logo } from '../ui/logo.tsx'
import { Picture } from '../ui/picture.tsx'
import { countWords, isCurrent } from './navigation.ts'
import styles from './rail.module.css'
import { SignOutButton } from './sign-out-button.tsx'
import { Switcher } from './switcher.tsx'
import type { ShellState } from './use-shell-state.ts'

/** The left rail: the business, the links, signing out. */
export function Rail({ state }: { state: ShellState }) {
  const { company, links, pathname, countOf, cityWebsiteUrl, cityApp } = state
  return (
    <aside className={styles.rail}>
      <div className={styles.logo}>
        <Logo size={30} />
      </div>
      <div className={`box inline ${styles.who}`}>
        <Picture src={company.profileImage} size={48} />
        <div className={styles.name}>
          <strong title={company.name}>{company.name}</strong>
          <PlanBadge membership={company.subscription.membership} />
        </div>
      </div>
      <Switcher name="Changer d’établissement" />
      <nav aria-label="Navigation principale">
        <ul className={styles.links}>
          {links.map((link) => (
            <li key={link.to}>
              <PageLink
                to={link.to}
                className={`inline ${styles.link}`}
                aria-current={isCurrent(link, pathname) ? 'page' : undefined}
              >
                <link.icon size={22} stroke={1.8} aria-hidden="true" />
                <span className={styles.long}>{link.label}</span>
                <span className={styles.short} aria-hidden="true">
                  {link.short}
                </span>
                <Count to={link.to} value={countOf(link.to)} />
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        {cityApp ? (
          <a href={cityApp.link} target="_blank" rel="noopener noreferrer" className={`inline ${styles.link}`}>
            {cityApp.logo ? (
              <img src={cityApp.logo} alt="" width={22} height={22} />
            ) : (
              <IconExternalLink size={22} stroke={1.8} aria-hidden="true" />
            )}
            <span className={styles.long}>L’application de ma ville</span>
          </a>
        ) : null}
        {cityWebsiteUrl ? (
          <a href={cityWebsiteUrl} target="_blank" rel="noopener noreferrer" className={`inline ${styles.link}`}>
            <IconExternalLink size={22} stroke={1.8} aria-hidden="true" />
            <span className={styles.long}>Le site de ma ville</span>
          </a>
        ) : null}
        {state.supportEmail ? (
          <a href={`mailto:${state.supportEmail}`} className={`inline ${styles.link}`}>
            <IconLifebuoy size={22} stroke={1.8} aria-hidden="true" />
            <span className={styles.long}>Besoin d’aide{'\u00a0'}?</span>
          </a>
        ) : null}
        {state.supportPhone ? (
          <a href={phoneHref(state.supportPhone)} className={`inline ${styles.link}`}>
            <IconPhone size={22} stroke={1.8} aria-hidden="true" />
            <span className={styles.long}>{state.supportPhone}</span>
          </a>
        ) : null}
        <PageLink
          to="/notifications"
          className={`inline ${styles.link}`}
          aria-current={pathname === '/notifications' ? 'page' : undefined}
        >
          <IconBell size={22} stroke={1.8} aria-hidden="true" />
          <span className={styles.long}>Notifications</span>
        </PageLink>
        <PageLink
          to="/sessions"
          className={`inline ${styles.link}`}
          aria-current={pathname === '/sessions' ? 'page' : undefined}
        >
          <IconDevices size={22} stroke={1.8} aria-hidden="true" />
          <span className={styles.long}>Mon compte</span>
        </PageLink>
        <SignOutButton className={`inline ${styles.link}`}>
          <IconLogout size={22} stroke={1.8} aria-hidden="true" />
          <span className={styles.long}>Se déconnecter</span>
        </SignOutButton>
      </div>
    </aside>
  )
}

function Count({ to, value }: { to: string; value: number }) {
  if (value === 0) return null
  return (
    <span className={`count ${styles.count}`}>
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

function PlanBadge({ membership }: { membership: Membership }) {
  return (
    <span className={styles.badge} data-paid={membership !== 'freemium' || undefined}>
      {labels[membership]}
    </span>
  )
}
