import type { Membership } from '../lib/session.ts'
import styles from './plan-badge.module.css'

/** Names of the plans as they are sold (AMB-63). */
const labels: Record<Membership, string> = {
  freemium: 'FREEMIUM',
  basic: 'STARTER',
  premium: 'PREMIUM',
  digital: 'ADVANCED',
}

export function PlanBadge({ membership }: { membership: Membership }) {
  return (
    <span className={styles.badge} data-paid={membership !== 'freemium' || undefined}>
      {labels[membership]}
    </span>
  )
}
