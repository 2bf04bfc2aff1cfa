import { IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { call } from '../../lib/call.ts'
import { configurationQuery, useCompanyId } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { subscriptionQuery } from './use-subscription.ts'

/**
 * Invoices, card, cancellation, at the provider. A plain link; for a customer the click opens a personal page and
 * falls back to the link (AMB-66).
 */
export function BillingPortalLink() {
  const companyId = useCompanyId()
  const { data: subscription } = useQuery(subscriptionQuery(companyId))
  const { data: configuration } = useQuery(configurationQuery)
  const portal = useMutation({
    mutationFn: () => call('POST /v1/payment/billing-portal', { body: { companyId } }),
  })
  const address = configuration?.billingPortalUrl
  const isCustomer = subscription !== undefined && subscription.purchased !== 'freemium'
  if (!subscription?.billingPortal || (!address && !isCustomer)) return null

  const open = (event: MouseEvent) => {
    if (!isCustomer) return
    event.preventDefault()
    const tab = window.open('about:blank', '_blank')
    const go = (url: string | null | undefined) => {
      if (tab && url) tab.location.href = url
      else tab?.close()
    }
    portal.mutate(undefined, { onSuccess: ({ url }) => go(url), onError: () => go(address) })
  }
  const label = 'Factures et moyen de paiement'
  const icon = <IconExternalLink size={20} aria-hidden="true" />
  // Without an address it leads nowhere by itself: no link, which could be copied or opened beside.
  if (!address) {
    return (
      <Button variant="quiet" icon={icon} onClick={open}>
        {label}
      </Button>
    )
  }
  return (
    <a
      className={buttonClass({ variant: 'quiet' })}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      onClick={open}
    >
      {icon}
      {label}
    </a>
  )
}
