import { type Periodicity, preferredPlan } from '@parvis/domain/subscription/plans'
import { planDescriptions } from '@parvis/domain/subscription/plans.fr'
import { BuyButton } from './buy-button.tsx'
import styles from './plan.module.css'
import { PlanPrice } from './plan-price.tsx'
import type { Offer, SoldPlan } from './use-subscription.ts'

export type PlansProps = {
  plans: readonly SoldPlan[]
  periodicity: Periodicity
  offerOf: (plan: SoldPlan['id']) => Offer
  /** The plan whose payment page is being opened. */
  buying: SoldPlan['id'] | undefined
  onBuy: (plan: SoldPlan['id']) => void
}

type PlanHeadProps = Omit<PlansProps, 'plans'> & { plan: SoldPlan }

/** Name, price and button of a plan; a ribbon on the preferred one (S-013). */
export function PlanHead({ plan, periodicity, offerOf, buying, onBuy }: PlanHeadProps) {
  const preferred = plan.id === preferredPlan
  return (
    <div className={styles.head}>
      {preferred ? <span className={styles.ribbon}>Populaire</span> : null}
      <h2 className={styles.name}>{plan.label}</h2>
      <p className={styles.description}>{planDescriptions[plan.id]}</p>
      <PlanPrice plan={plan} periodicity={periodicity} />
      <BuyButton
        label={plan.label}
        offer={offerOf(plan.id)}
        preferred={preferred}
        buying={buying === plan.id}
        locked={buying !== undefined}
        onBuy={() => onBuy(plan.id)}
      />
    </div>
  )
}
