import { IconBasket } from '@tabler/icons-react'
import { useCompany } from '../../lib/session.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** Where no order can come: what takes them, one button away. */
export function NoOrders() {
  const { subscription } = useCompany()
  const [to, sentence, label] = subscription.hasClickAndCollect
    ? (['/editCompany', 'Activez le click and collect dans votre fiche.', 'Modifier ma fiche'] as const)
    : (['/subscription', 'L’offre PREMIUM vous permet d’en recevoir.', 'Voir les offres'] as const)
  return (
    <EmptyState
      icon={IconBasket}
      title="Vous ne prenez pas de commande en ligne"
      sentence={sentence}
      action={
        <Allowed call="POST /v1/company/:id/update-settings-and-openingHours">
          <LinkButton to={to}>{label}</LinkButton>
        </Allowed>
      }
    />
  )
}
