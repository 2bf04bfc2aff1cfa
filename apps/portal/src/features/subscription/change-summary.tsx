import { formatDay } from '@parvis/domain/kernel/french-format'
import { type Periodicity, planLabel } from '@parvis/domain/subscription/plans'
import { featureLabels, featureText, priceTexts } from '@parvis/domain/subscription/plans.fr'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { pricesOf, type SoldPlan } from './use-subscription.ts'

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
export function ChangeSummary({ from, to, periodEnd, periodicity, onConfirm, onClose }: ChangeSummaryProps) {
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
