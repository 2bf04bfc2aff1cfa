import { checkValidation } from '@parvis/domain/orders/order'
import { Temporal } from 'temporal-polyfill'
import { useCompanyId } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { useLeaveWarning } from '../../lib/use-leave-warning.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextareaField } from '../../ui/textarea-field.tsx'
import { askedOf, LowPrice, orderFieldText, useAcceptOrder } from './accept-order.tsx'
import styles from './order-card.module.css'
import type { Order } from './use-order.ts'

type ValidateOrderDialogProps = {
  order: Order
  /** The price already typed in the card. */
  total: string
  onClose: () => void
}

/** Date, time, content and price, filled from what the resident asked (O-002, O-005, O-008 to O-011). */
export function ValidateOrderDialog({ order, total, onClose }: ValidateOrderDialogProps) {
  const companyId = useCompanyId()
  const { accept, status } = useAcceptOrder(order, onClose)
  const form = useForm({
    initial: { ...askedOf(order), total },
    check: (typed) => checkValidation(typed, Temporal.Now.instant()).errors,
    textOf: orderFieldText,
    name: { companyId, form: `order ${order.id}` },
    submit: accept,
  })
  useLeaveWarning(form.isDirty)
  return (
    <Modal opened onClose={onClose} title="Valider la commande" keepOpen={form.isDirty}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <DateTimeField label="Retrait" required {...form.field('pickupDateTime')} />
        <TextareaField label="Contenu" required rows={4} {...form.field('orderContent')} />
        <TextField
          label="Prix"
          required
          autoFocus
          inputMode="decimal"
          suffix="€"
          placeholder="12,50"
          {...form.field('total')}
        />
        <LowPrice order={order} total={form.values.total} />
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
