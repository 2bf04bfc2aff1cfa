import { type Periodicity, preferredPlan } from '@parvis/domain/subscription/plans'
import {
  featureLabels,
  featureText,
  freePlan,
  planDescriptions,
  priceTexts,
} from '@parvis/domain/subscription/plans.fr'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './plan.module.css'
import { type Offer, pricesOf, type SoldPlan } from './use-subscription.ts'

/** The plans side by side, feature by feature. */
export function PlanTable({ plans, ...rest }: PlansProps) {
  const rows = plans[0]?.features ?? []
  return (
    <div className={`box ${styles.frame}`}>
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

export type PlansProps = {
  plans: readonly SoldPlan[]
  periodicity: Periodicity
  offerOf: (plan: SoldPlan['id']) => Offer
  /** The plan whose payment page is being opened. */
  buying: SoldPlan['id'] | undefined
  onBuy: (plan: SoldPlan['id']) => void
  /** The free plan is neither bought nor given: it is the present one. */
  isFree: boolean
}

type PlanHeadProps = Omit<PlansProps, 'plans' | 'isFree'> & { plan: SoldPlan }

/** Name, price and button of a plan; a ribbon on the preferred one. */
export function PlanHead({ plan, periodicity, offerOf, buying, onBuy }: PlanHeadProps) {
  return (
    <div className={`column ${styles.head}`}>
      {plan.id === preferredPlan ? <span className={styles.ribbon}>Populaire</span> : null}
      <h2 className={styles.name}>{plan.label}</h2>
      <p className={`note ${styles.description}`}>{planDescriptions[plan.id]}</p>
      <PlanPrice plan={plan} periodicity={periodicity} />
      <Allowed call="POST /v1/payment/create/paymentSession">
        <BuyButton plan={plan} offer={offerOf(plan.id)} buying={buying} onBuy={onBuy} />
      </Allowed>
    </div>
  )
}

/** What everybody has, to read the others against. */
export function FreePlanHead({ isCurrent }: { isCurrent: boolean }) {
  return (
    <div className={`column ${styles.head}`}>
      <h2 className={styles.name}>{freePlan.label}</h2>
      <p className={`note ${styles.description}`}>{freePlan.description}</p>
      <p className={styles.price}>
        <strong>{freePlan.price}</strong>
      </p>
      {isCurrent ? <StatusBadge tone="success">Votre offre</StatusBadge> : null}
    </div>
  )
}

/** `249 € HT /an`, `298,80 € TTC`. */
function PlanPrice({ plan, periodicity }: { plan: SoldPlan; periodicity: Periodicity }) {
  const { amount, period, includingTax } = priceTexts(pricesOf(plan, periodicity), periodicity)
  return (
    <div>
      <p className={styles.price}>
        <strong>{amount}</strong> {period}
      </p>
      <p className="below-1 soft small">{includingTax}</p>
    </div>
  )
}

type BuyButtonProps = Pick<PlanHeadProps, 'plan' | 'buying' | 'onBuy'> & { offer: Offer }

/** The button of a plan; the present plan is labelled, not hidden. */
function BuyButton({ plan: { id, label }, offer, buying, onBuy }: BuyButtonProps) {
  if (offer === 'included') return <StatusBadge tone="success">Inclus gratuitement</StatusBadge>
  if (offer === 'not_offered') return <StatusBadge tone="off">Non proposé</StatusBadge>
  const isCurrent = offer === 'current'
  return (
    <Button
      wide
      variant={id === preferredPlan && !isCurrent ? 'primary' : 'secondary'}
      disabled={isCurrent || buying !== undefined}
      loading={buying === id}
      onClick={() => onBuy(id)}
      aria-label={isCurrent ? `${label}\u00a0: offre actuelle` : `Acheter ${label}`}
    >
      {isCurrent ? 'Offre actuelle' : 'Acheter'}
    </Button>
  )
}

/** Included, with its precision, or not: a word for screen readers beside the sign. */
export function FeatureCell({ feature }: { feature: SoldPlan['features'][number] | undefined }) {
  if (!feature?.included) {
    return (
      <span className="soft">
        <IconMinus size={20} aria-hidden="true" />
        <span className="visually-hidden">Non inclus</span>
      </span>
    )
  }
  const text = featureText(feature)
  return (
    <span className={`gap-tight bold fir ${styles.included}`}>
      <IconCheck size={20} aria-hidden="true" />
      <span className={text ? undefined : 'visually-hidden'}>{text ?? 'Inclus'}</span>
    </span>
  )
}
