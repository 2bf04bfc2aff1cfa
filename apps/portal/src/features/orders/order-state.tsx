import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Order } from './use-order.ts'

const decisions = {
  pending: { tone: 'waiting', label: 'À traiter' },
  validated: { tone: 'success', label: 'Validée' },
  cancelled: { tone: 'danger', label: 'Annulée' },
} as const
const steps = {
  ready: { tone: 'info', label: 'Prête' },
  collected: { tone: 'success', label: 'Retirée' },
  not_collected: { tone: 'off', label: 'Non retirée' },
} as const

export function OrderState({ order }: { order: Order }) {
  const { tone, label } = order.step ? steps[order.step] : decisions[order.status]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
