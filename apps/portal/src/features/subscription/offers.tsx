import { type BusinessType, offersOf } from '@parvis/domain/kernel/business-type'
import { type Periodicity, preferredPlan } from '@parvis/domain/subscription/plans'
import { featureLabels, freePlan, yearlyGift } from '@parvis/domain/subscription/plans.fr'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../lib/session.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Loading } from '../../ui/loading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ChangeSummary } from './change-summary.tsx'
import styles from './plan.module.css'
import { FeatureCell, FreePlanHead, PlanHead, type PlansProps, PlanTable } from './plan-table.tsx'
import { plansQuery, type SoldPlan, subscriptionQuery, useBuyPlan } from './use-subscription.ts'

/** The plans, yearly first, with prices and features, and the error when a payment page cannot open. */
export function Offers({ onFailure }: { onFailure: (error: unknown) => void }) {
  const plans = useQuery(plansQuery)
  const subscription = useQuery(subscriptionQuery)
  const { type } = useCompany()
  const { freePremium } = offersOf(type)
  const [change, setChange] = useState<SoldPlan['id']>()
  const [periodicity, setPeriodicity] = useState<Periodicity>('annual')
  const isWide = useMediaQuery('(min-width: 1024px)')
  const { buy, buying } = useBuyPlan(onFailure)
  if (!plans.data || !subscription.data) {
    const retry = () => Promise.all([plans.refetch(), subscription.refetch()])
    return <Loading error={plans.error ?? subscription.error} retry={retry} height={480} />
  }

  const { offers, purchased } = subscription.data
  const shown = plans.data.map((plan) => ({ ...plan, features: plan.features.filter(({ id }) => isFor(type, id)) }))
  const List = isWide ? PlanTable : PlanCards
  const list = (
    <List
      plans={shown}
      isFree={purchased === 'freemium' && !freePremium}
      periodicity={periodicity}
      offerOf={(id) =>
        offers.find((offer) => offer.plan === id && offer.periodicity === periodicity)?.offer ?? 'not_offered'
      }
      buying={buying}
      onBuy={(plan: SoldPlan['id']) => (purchased === 'freemium' ? buy({ plan, periodicity }) : setChange(plan))}
    />
  )
  const yearly = (
    <div className={`stack-3 ${styles.stack}`}>
      <p className="bold fir">{yearlyGift}&nbsp;: douze mois pour le prix de dix.</p>
      {list}
    </div>
  )
  return (
    <>
      <ChangeSummary
        to={shown.find(({ id }) => id === change)}
        from={shown.find(({ id }) => id === purchased)}
        periodEnd={subscription.data.periodEnd}
        periodicity={periodicity}
        onConfirm={(plan) => buy({ plan, periodicity })}
        onClose={() => setChange(undefined)}
      />
      <Tabs
        label="Facturation"
        value={periodicity}
        onChange={setPeriodicity}
        tabs={[
          { value: 'annual', label: 'Annuel', panel: yearly },
          { value: 'monthly', label: 'Mensuel', panel: list },
        ]}
      />
    </>
  )
}

/** Features that this type of business does not get are left out (api.md 8.13). */
const isFor = (type: BusinessType, feature: string) => feature !== 'click_collect' || offersOf(type).clickAndCollect

/** One card per plan, for a phone. */
function PlanCards({ plans, ...rest }: PlansProps) {
  return (
    <ul className="stack-2">
      <li className="box pad-3">
        <FreePlanHead isCurrent={rest.isFree} />
        <Features features={freePlan.features.filter(({ id }) => plans[0]?.features.some((one) => one.id === id))} />
      </li>
      {plans.map((plan) => (
        <li
          key={plan.id}
          className={`box pad-3 ${styles.card}`}
          data-preferred={plan.id === preferredPlan || undefined}
        >
          <PlanHead plan={plan} {...rest} />
          <Features features={plan.features} />
        </li>
      ))}
    </ul>
  )
}

function Features({ features }: Pick<SoldPlan, 'features'>) {
  return (
    <ul className={`top-2 ${styles.features}`}>
      {features.map((feature) => (
        <li key={feature.id} data-absent={!feature.included || undefined}>
          <span>{featureLabels[feature.id as keyof typeof featureLabels] ?? feature.id}</span>
          <FeatureCell feature={feature} />
        </li>
      ))}
    </ul>
  )
}
