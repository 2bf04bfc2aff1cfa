import { readEuros } from '@parvis/domain/kernel/french-format'
import { writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { checkValidation, isBelowMinimum } from '@parvis/domain/orders/order'
import { ordersFieldTexts } from '@parvis/domain/orders/orders.refusals.fr'
import { amountText } from '@parvis/domain/orders/shown-order'
import { useRef } from 'react'
import { Temporal } from 'temporal-polyfill'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { statusText } from '../../lib/status-text.ts'
import { useForm } from '../../lib/use-form.ts'
import { presentInstant } from '../../lib/use-now.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { PriceField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './order-card.module.css'
import { refreshOrders, type ShownOrder } from './use-order.ts'

export type Accepted = { pickupDateTime: string; orderContent: string; total: string }

/** Body of an acceptance without changes. */
export const askedOf = (order: ShownOrder): Accepted => ({
  pickupDateTime: writeParisMinute(Temporal.Instant.from(order.customerPickupDateTime)),
  orderContent: order.customerOrderContent ?? '',
  total: '',
})

/** Takes an order, at a price; the card is read again whatever the answer. */
export async function takeOrder({ id }: ShownOrder, body: Accepted, onAccepted: () => void): Promise<void> {
  try {
    await call('POST /v1/clickAndCollect/order/:id/validate', { params: { id }, body, as: 'form' })
    showToast('Commande acceptée, le client est prévenu')
    onAccepted()
  } finally {
    await refreshOrders()
  }
}

/**
 * The price in the card, and « Accepter »: an order is taken as it was asked in two gestures. Without a price, or when the
 * hour that was asked is over, the button opens the window where all can be changed.
 */
export function QuickAcceptance({ order, onMore }: { order: ShownOrder; onMore: (total: string) => void }) {
  const card = useRef<HTMLFormElement>(null)
  // The form disappears with the order's state: the card takes the focus, before its next buttons.
  const leave = () => card.current?.closest('article')?.focus()
  // A thread may show several cards and the dialog: each price field has a name of its own.
  const name = `total-${order.id}`
  const form = useForm<Record<string, string>>({
    initial: { [name]: '' },
    check: ({ [name]: typed = '' }) => {
      const { total: wrong } = checkValidation({ ...askedOf(order), total: typed }, presentInstant()).errors
      return wrong ? { [name]: wrong } : {}
    },
    textOf: ordersFieldTexts,
    submit: ({ [name]: typed = '' }) =>
      takeOrder(order, { ...askedOf(order), total: typed }, leave).catch((error: unknown) => {
        // What somebody else has decided takes the form away, and what it would say.
        if (error instanceof ApiError && error.code === 'ORDER_ALREADY_PROCESSED') showToast(error.message, 'danger')
        throw error
      }),
  })
  const { [name]: total = '' } = form.values
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    const { pickupDateTime } = checkValidation({ ...askedOf(order), total }, presentInstant()).errors
    if (total.trim() === '' || pickupDateTime) onMore(total)
    else form.onSubmit()
  }
  return (
    <form ref={card} className={`stack-1 ${styles.accept}`} onSubmit={submit} noValidate>
      <PriceField {...form.field(name)} value={total} label="Prix" autoComplete="off" />
      <Button type="submit" loading={form.isPending}>
        Accepter
      </Button>
      <LowPrice order={order} total={total} />
      <FailureAlert error={form.failure} errorKey={statusText(form.failure?.error)} />
    </form>
  )
}

/** Below the minimum amount: a warning, not a refusal. */
export function LowPrice({ order, total }: { order: ShownOrder; total: string }) {
  const totalCents = readEuros(total)
  if (totalCents === undefined || !isBelowMinimum({ totalCents, minOrderCents: order.minOrder * 100 })) return null
  return <Alert tone="warning">Ce prix est sous le minimum de commande ({amountText(order.minOrder)}).</Alert>
}
