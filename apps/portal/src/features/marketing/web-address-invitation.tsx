import { offersOf } from '@parvis/domain/kernel/business-type'
import { IconWorld } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { BusinessType } from '../../lib/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type Props = { hasSubdomain: boolean; type: BusinessType }

/** Where the site's code will be: says the one step that is missing. */
export function WebAddressInvitation({ hasSubdomain, type }: Props) {
  if (hasSubdomain) {
    return (
      <EmptyState
        icon={<IconWorld />}
        title="Choisissez votre adresse web"
        sentence="Donnez un nom à votre site&nbsp;: son QR code apparaîtra ici."
        action={
          <Link to="/editCompany" className={buttonClass({ variant: 'secondary' })}>
            Choisir mon adresse
          </Link>
        }
      />
    )
  }
  if (!offersOf(type).subscriptionPage) return null
  return (
    <EmptyState
      icon={<IconWorld />}
      title="Votre site, et son QR code"
      sentence="L’offre PREMIUM vous donne une adresse web à votre nom."
      action={
        <Link to="/subscription" className={buttonClass({ variant: 'secondary' })}>
          Voir les offres
        </Link>
      }
    />
  )
}
