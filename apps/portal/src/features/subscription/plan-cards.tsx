import { preferredPlan } from '@parvis/domain/subscription/plans'
import { featureLabels } from '@parvis/domain/subscription/plans.fr'
import { FeatureCell } from './feature-cell.tsx'
import styles from './plan.module.css'
import { PlanHead, type PlansProps } from './plan-head.tsx'

/** One card per plan, for a phone (S-011). */
export function PlanCards({ plans, ...rest }: PlansProps) {
  return (
    <ul className={styles.cards}>
      {plans.map((plan) => (
        <li key={plan.id} className={styles.card} data-preferred={plan.id === preferredPlan || undefined}>
          <PlanHead plan={plan} {...rest} />
          <ul className={styles.features}>
            {plan.features.map((feature) => (
              <li key={feature.id} data-absent={!feature.included || undefined}>
                <span>{featureLabels[feature.id as keyof typeof featureLabels] ?? feature.id}</span>
                <FeatureCell feature={feature} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
