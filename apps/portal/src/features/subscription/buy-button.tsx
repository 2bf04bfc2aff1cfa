import { Button } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Offer } from './use-subscription.ts'

type BuyButtonProps = {
  label: string
  offer: Offer
  preferred: boolean
  buying: boolean
  locked: boolean
  onBuy: () => void
}

/** One per plan; says what is already had rather than hiding it (AMB-67). */
export function BuyButton({ label, offer, preferred, buying, locked, onBuy }: BuyButtonProps) {
  if (offer === 'included') return <StatusBadge tone="success">Inclus gratuitement</StatusBadge>
  if (offer === 'not_offered') return <StatusBadge tone="off">Non proposé</StatusBadge>
  const isCurrent = offer === 'current'
  return (
    <Button
      wide
      variant={preferred && !isCurrent ? 'primary' : 'secondary'}
      disabled={isCurrent || locked}
      loading={buying}
      onClick={onBuy}
      aria-label={isCurrent ? `${label}\u00a0: offre actuelle` : `Acheter ${label}`}
    >
      {isCurrent ? 'Offre actuelle' : 'Acheter'}
    </Button>
  )
}
