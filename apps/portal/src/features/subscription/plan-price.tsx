import { formatEuros, formatRoundEuros } from '@parvis/domain/kernel/money'
import type { Periodicity } from '@parvis/domain/subscription/plans'
import styles from './plan.module.css'
import { pricesOf, type SoldPlan } from './use-subscription.ts'

/** `249 € HT /an`, `298,80 € TTC` (AMB-70). */
export function PlanPrice({ plan, periodicity }: { plan: SoldPlan; periodicity: Periodicity }) {
  const { excludingTax, includingTax } = pricesOf(plan, periodicity)
  return (
    <div>
      <p className={styles.price}>
        <strong>{formatRoundEuros(excludingTax)}</strong> HT {periodicity === 'monthly' ? '/mois' : '/an'}
      </p>
      <p className={styles.tax}>soit {formatEuros(includingTax)} TTC</p>
    </div>
  )
}
