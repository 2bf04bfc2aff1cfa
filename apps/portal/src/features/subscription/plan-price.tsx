import type { Periodicity } from '@parvis/domain/subscription/plans'
import { priceTexts } from '@parvis/domain/subscription/plans.fr'
import styles from './plan.module.css'
import { pricesOf, type SoldPlan } from './use-subscription.ts'

/** `249 € HT /an`, `298,80 € TTC` (AMB-70). */
export function PlanPrice({ plan, periodicity }: { plan: SoldPlan; periodicity: Periodicity }) {
  const { amount, period, includingTax } = priceTexts(pricesOf(plan, periodicity), periodicity)
  return (
    <div>
      <p className={styles.price}>
        <strong>{amount}</strong> {period}
      </p>
      <p className={styles.tax}>{includingTax}</p>
    </div>
  )
}
