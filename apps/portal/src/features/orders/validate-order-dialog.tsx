import { readEuros } from '@parvis/domain/kernel/money'
import { parisOf } from '@parvis/domain/kernel/paris-time'
import { checkValidation, isBelowMinimum } from '@parvis/domain/orders/order'
import { ordersFieldTexts } from '@parvis/domain/orders/orders.field-texts.fr'
import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { call } from '../../lib/call.ts'
import { formatPrice } from '../../lib/paris-format.ts'
import { useCompanyId } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { useLeaveWarning } from '../../lib/use-leave-warning.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextareaField } from '../../ui/textarea-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './order-card.module.css'
import { type Order, orderStatusText, useRefreshOrder } from './use-order.ts'

const textOf = (key: string) => new Map<string, string>(Object.entries(ordersFieldTexts)).get(key) ?? key

/** Date, time, content and price, filled from what the resident asked (O-002, O-005, O-008 to O-011). */
export function ValidateOrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const companyId = useCompanyId()
  const refresh = useRefreshOrder(order.id)
  const [status, setStatus] = useState<string>()
  const form = useForm({
    initial: {
      pickupDateTime: asTyped(order.customerPickupDateTime),
      orderContent: order.customerOrderContent,
      total: '',
    },
    check: (typed) => checkValidation(typed, Temporal.Now.instant()).errors,
    textOf,
    name: { companyId, form: `order ${order.id}` },
    submit: async (typed) => {
      try {
        await call('POST /v1/clickAndCollect/order/:id/validate', {
          params: { id: String(order.id) },
          body: typed,
          as: 'form',
        })
        showToast('Commande validée, le client est prévenu')
        onClose()
      } catch (error) {
        setStatus(orderStatusText(error))
        throw error
      } finally {
        await refresh()
      }
    },
  })
  useLeaveWarning(form.isDirty)
  const totalCents = readEuros(form.values.total)
  const isLow = totalCents !== undefined && isBelowMinimum({ totalCents, minOrderCents: order.minOrder * 100 })

  return (
    <Modal opened onClose={onClose} title="Valider la commande" keepOpen={form.isDirty}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <DateTimeField label="Retrait" required {...form.field('pickupDateTime')} />
        <TextareaField label="Contenu" required rows={4} {...form.field('orderContent')} />
        <TextField label="Prix" required inputMode="decimal" suffix="€" placeholder="12,50" {...form.field('total')} />
        {isLow ? (
          <Alert tone="warning">Ce prix est sous le minimum de commande ({formatPrice(order.minOrder)}).</Alert>
        ) : null}
        {form.failure ? (
          <Alert tone="danger" errorKey={status}>
            {form.failure.text}
          </Alert>
        ) : null}
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={onClose}>
            Fermer
          </Button>
          <Button type="submit" loading={form.isPending}>
            Valider la commande
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** `YYYY-MM-DD HH:mm` in Paris, whatever the zone it travels in. */
function asTyped(isoDate: string): string {
  const local = parisOf(Temporal.Instant.from(isoDate)).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}
