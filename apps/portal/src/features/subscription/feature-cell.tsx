import { featureText } from '@parvis/domain/subscription/plans.fr'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import styles from './plan.module.css'
import type { SoldPlan } from './use-subscription.ts'

/** Included, with its precision, or not: a word for screen readers beside the sign. */
export function FeatureCell({ feature }: { feature: SoldPlan['features'][number] | undefined }) {
  if (!feature?.included) {
    return (
      <span className={styles.absent}>
        <IconMinus size={20} aria-hidden="true" />
        <span className="visually-hidden">Non inclus</span>
      </span>
    )
  }
  const text = featureText(feature)
  return (
    <span className={styles.included}>
      <IconCheck size={20} aria-hidden="true" />
      <span className={text ? undefined : 'visually-hidden'}>{text ?? 'Inclus'}</span>
    </span>
  )
}
