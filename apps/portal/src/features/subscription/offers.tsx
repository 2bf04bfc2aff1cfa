import { type BusinessType, offersOf } from '@parvis/domain/kernel/business-type'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { type Periodicity, planLabel, preferredPlan } from '@parvis/domain/subscription/plans'
import { featureLabels, featureText, freePlan, priceTexts, yearlyGift } from '@parvis/domain/subscription/plans.fr'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useCompany } from '../../lib/session.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './plan.module.css'
import { FeatureCell, FreePlanHead, PlanHead, type PlansProps, PlanTable } from './plan-table.tsx'
import { plansQuery, pricesOf, type SoldPlan, subscriptionQuery, useBuyPlan } from './use-subscription.ts'

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

type ChangeSummaryProps = {
  from: SoldPlan | undefined
  /** The plan asked for; nothing is asked while there is none. */
  to: SoldPlan | undefined
  periodEnd: string | null
  periodicity: Periodicity
  onConfirm: (plan: SoldPlan['id']) => void
  onClose: () => void
}

/**
 * Summary before another plan is paid: its price, the differences, what is lost, and what becomes of the former payment.
 */
function ChangeSummary({ from, to, periodEnd, periodicity, onConfirm, onClose }: ChangeSummaryProps) {
  if (!from || !to) return null
  const { amount, period, includingTax } = priceTexts(pricesOf(to, periodicity), periodicity)
  const gained = changesOf(from, to, ({ included }) => included)
  const lost = changesOf(from, to, ({ included }) => !included)
  return (
    <ConfirmDialog
      title={
        from.id === to.id ? `Changer le paiement de ${to.label}\u00a0?` : `Passer de ${from.label} à ${to.label}\u00a0?`
      }
      confirmLabel={`Payer ${amount} ${period}`}
      cancelLabel={`Garder ${planLabel(from.id)}`}
      onConfirm={() => onConfirm(to.id)}
      onClose={onClose}
    >
      <p>
        {to.label} coûte {amount} {period}, {includingTax}.
      </p>
      {gained.length > 0 ? <p>Vous aurez&nbsp;: {gained.join(', ')}.</p> : null}
      {lost.length > 0 ? (
        <p>
          <strong>Vous n’aurez plus&nbsp;: {lost.join(', ')}.</strong>
        </p>
      ) : null}
      <p>
        Votre abonnement {from.label} s’arrête dès que celui-ci est payé. Ce que vous avez déjà réglé
        {periodEnd ? ` jusqu’au ${formatDay(periodEnd)}` : ''} n’est pas remboursé.
      </p>
    </ConfirmDialog>
  )
}

type Feature = SoldPlan['features'][number]

/** The features that differ from one plan to the other, as the new one has them. */
function changesOf(from: SoldPlan, to: SoldPlan, isWanted: (feature: Feature) => boolean): string[] {
  const former = new Map(from.features.map((feature) => [feature.id, feature]))
  const differs = (feature: Feature) => {
    const before = former.get(feature.id)
    return before?.included !== feature.included || featureText(before) !== featureText(feature)
  }
  return to.features.filter((feature) => isWanted(feature) && differs(feature)).map(sentenceOf)
}

function sentenceOf(feature: Feature): string {
  const label = featureLabels[feature.id as keyof typeof featureLabels] ?? feature.id
  const text = feature.included ? featureText(feature) : null
  return text ? `${label} (${text})` : label
}

/** The plans, closed at first, and the page that sells them. */
export function PlansInvitation() {
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<string>()
  return (
    <Collapsible title="Découvrir nos offres" open={isOpen} onToggle={setOpen}>
      <div className={`stack-3 ${styles.stack}`}>
        {failure ? (
          <Alert tone="danger" errorKey="payment_session">
            {failure}
          </Alert>
        ) : null}
        {isOpen ? <Offers onFailure={(error) => setFailure(messageOf(error))} /> : null}
        <LinkButton to="/subscription">Voir la page des offres</LinkButton>
      </div>
    </Collapsible>
  )
}
