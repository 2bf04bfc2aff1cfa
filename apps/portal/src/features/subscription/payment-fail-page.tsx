import { refusalTexts } from '@parvis/domain/refusal-texts.fr'
import { type RefusalKey, refusals } from '@parvis/domain/refusals'
import { useQueryText } from '../../lib/use-query-text.ts'
import { PaymentFailure, paymentTexts } from './payment-failure.tsx'

/** The payment page was left, or refused: a known code adds its sentence, raw text never (AMB-72). */
export function PaymentFailPage() {
  const error = useQueryText('error')
  const known = Object.entries(refusals).find(([key, { code }]) => code === error && key.startsWith('subscription.'))
  return (
    <PaymentFailure errorKey="payment_fail">
      {paymentTexts.fail}
      {known ? `. ${refusalTexts[known[0] as RefusalKey]}` : ''}
    </PaymentFailure>
  )
}
