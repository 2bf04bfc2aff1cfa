import { type Periodicity, preferredPlan } from '@parvis/domain/subscription/plans'
import { freePlan, planDescriptions } from '@parvis/domain/subscription/plans.fr'
import { StatusBadge } from '../../ui/status-badge.tsx'
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
  /** Nothing was bought, and nothing is given: what is free is the plan of today. */
  isFree: boolean
}

type PlanHeadProps = Omit<PlansProps, 'plans' | 'isFree'> & { plan: SoldPlan }

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

/** What everybody has, to read the others against. */
export function FreePlanHead({ isCurrent }: { isCurrent: boolean }) {
  return (
    <div className={styles.head}>
      <h2 className={styles.name}>{freePlan.label}</h2>
      <p className={styles.description}>{freePlan.description}</p>
      <p className={styles.price}>
        <strong>{freePlan.price}</strong>
      </p>
      {isCurrent ? <StatusBadge tone="success">Votre offre</StatusBadge> : null}
    </div>
  )
}
