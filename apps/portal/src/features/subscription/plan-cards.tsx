import { preferredPlan } from '@parvis/domain/subscription/plans'
import { featureLabels, freePlan } from '@parvis/domain/subscription/plans.fr'
import { FeatureCell } from './feature-cell.tsx'
import styles from './plan.module.css'
import { FreePlanHead, PlanHead, type PlansProps } from './plan-head.tsx'
import type { SoldPlan } from './use-subscription.ts'

/** One card per plan, for a phone (S-011). */
export function PlanCards({ plans, ...rest }: PlansProps) {
  return (
    <ul className={styles.cards}>
      <li className={styles.card}>
        <FreePlanHead isCurrent={rest.isFree} />
        <Features features={freePlan.features.filter(({ id }) => plans[0]?.features.some((one) => one.id === id))} />
      </li>
      {plans.map((plan) => (
        <li key={plan.id} className={styles.card} data-preferred={plan.id === preferredPlan || undefined}>
          <PlanHead plan={plan} {...rest} />
          <Features features={plan.features} />
        </li>
      ))}
    </ul>
  )
}

function Features({ features }: Pick<SoldPlan, 'features'>) {
  return (
    <ul className={styles.features}>
      {features.map((feature) => (
        <li key={feature.id} data-absent={!feature.included || undefined}>
          <span>{featureLabels[feature.id as keyof typeof featureLabels] ?? feature.id}</span>
          <FeatureCell feature={feature} />
        </li>
      ))}
    </ul>
  )
}
