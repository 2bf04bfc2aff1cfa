import type { statCards } from '@parvis/domain/stats/series'
import { formatCount } from '../../lib/paris-format.ts'
import styles from './stats-page.module.css'

const labels = {
  registrations: 'Inscriptions',
  commerces: 'Commerces',
  associations: 'Associations',
  entreprises: 'Entreprises',
} as const

/** Four totals (T-007). */
export function StatCards({ cards }: { cards: ReturnType<typeof statCards> }) {
  return (
    <dl className={styles.cards}>
      {Object.entries(labels).map(([key, label]) => (
        <div key={key} className={styles.card}>
          <dt>{label}</dt>
          <dd>{formatCount(cards[key as keyof typeof labels])}</dd>
        </div>
      ))}
    </dl>
  )
}
