import { useMediaQuery } from '@mantine/hooks'
import type { Periodicity } from '@parvis/domain/subscription/plans'
import { yearlyGift } from '@parvis/domain/subscription/plans.fr'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompanyId } from '../../lib/session.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './plan.module.css'
import { PlanCards } from './plan-cards.tsx'
import { PlanTable } from './plan-table.tsx'
import { plansQuery, type SoldPlan, subscriptionQuery, useBuyPlan } from './use-subscription.ts'

/** The plans, yearly first (AMB-70), each with what it costs and holds; says why when a payment page cannot open. */
export function Offers({ onFailure }: { onFailure: (error: unknown) => void }) {
  const companyId = useCompanyId()
  const plans = useQuery(plansQuery)
  const subscription = useQuery(subscriptionQuery(companyId))
  const [periodicity, setPeriodicity] = useState<Periodicity>('annual')
  const isWide = useMediaQuery('(min-width: 1024px)', false, { getInitialValueInEffect: false })
  const { buy, buying } = useBuyPlan(onFailure)
  const failed = plans.error ?? subscription.error
  if (failed) {
    const retry = () => void Promise.all([plans.refetch(), subscription.refetch()])
    return <LoadError error={failed} onRetry={retry} />
  }
  if (!plans.data || !subscription.data) return <Skeleton height={480} />

  const { offers } = subscription.data
  const List = isWide ? PlanTable : PlanCards
  const list = (
    <List
      plans={plans.data}
      periodicity={periodicity}
      offerOf={(id) =>
        offers.find((offer) => offer.plan === id && offer.periodicity === periodicity)?.offer ?? 'not_offered'
      }
      buying={buying}
      onBuy={(plan: SoldPlan['id']) => buy({ plan, periodicity })}
    />
  )
  const yearly = (
    <div className={styles.stack}>
      <p className={styles.gift}>{yearlyGift}&nbsp;: douze mois pour le prix de dix.</p>
      {list}
    </div>
  )
  return (
    <Tabs
      label="Facturation"
      value={periodicity}
      onChange={setPeriodicity}
      tabs={[
        { value: 'annual', label: 'Annuel', panel: yearly },
        { value: 'monthly', label: 'Mensuel', panel: list },
      ]}
    />
  )
}
