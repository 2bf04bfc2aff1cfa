import { preferredPlan } from '@parvis/domain/subscription/plans'
import { featureLabels, freePlan } from '@parvis/domain/subscription/plans.fr'
import { FeatureCell } from './feature-cell.tsx'
import styles from './plan.module.css'
import { FreePlanHead, PlanHead, type PlansProps } from './plan-head.tsx'

/** The plans side by side, feature by feature (S-010, S-021). */
export function PlanTable({ plans, ...rest }: PlansProps) {
  const rows = plans[0]?.features ?? []
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">Comparaison des offres</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Fonctionnalité</span>
            </th>
            <th scope="col">
              <FreePlanHead isCurrent={rest.isFree} />
            </th>
            {plans.map((plan) => (
              <th key={plan.id} scope="col" data-preferred={plan.id === preferredPlan || undefined}>
                <PlanHead plan={plan} {...rest} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id }) => (
            <tr key={id}>
              <th scope="row">{featureLabels[id as keyof typeof featureLabels] ?? id}</th>
              <td>
                <FeatureCell feature={freePlan.features.find((feature) => feature.id === id)} />
              </td>
              {plans.map((plan) => (
                <td key={plan.id} data-preferred={plan.id === preferredPlan || undefined}>
                  <FeatureCell feature={plan.features.find((feature) => feature.id === id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
