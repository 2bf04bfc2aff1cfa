import { refusalTexts } from '@parvis/domain/refusal-texts.fr'
import { type RefusalKey, refusals } from '@parvis/domain/refusals'
import { useState } from 'react'
import { useQueryText } from '../../lib/use-query-text.ts'
import { PaymentFailure, paymentTexts } from './payment-failure.tsx'
import { hasLeftToPay } from './use-subscription.ts'

/**
 * The payment page was left, or refused (S-040). Who left it on purpose comes back to the bare address, from this tab; a
 * known code adds its sentence, raw text never (AMB-72).
 */
export function PaymentFailPage() {
  const error = useQueryText('error')
  const [hasLeft] = useState(hasLeftToPay)
  if (error === 'CARD_REFUSED') {
    return (
      <PaymentFailure errorKey="payment_refused" title={paymentTexts.refused} retry="Essayer une autre carte">
        Votre offre n’a pas changé. Vérifiez la carte auprès de votre banque, ou payez avec une autre.
      </PaymentFailure>
    )
  }
  if (!error && hasLeft) {
    return (
      <PaymentFailure errorKey="payment_cancelled" title={paymentTexts.cancelled} look="calm" retry="Revoir les offres">
        Votre offre n’a pas changé.
      </PaymentFailure>
    )
  }
  const known = Object.entries(refusals).find(([key, { code }]) => code === error && key.startsWith('subscription.'))
  return (
    <PaymentFailure errorKey="payment_fail">
      {paymentTexts.fail}
      {known ? `. ${refusalTexts[known[0] as RefusalKey]}` : ''}
    </PaymentFailure>
  )
}
