import { writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { checkCounterOrder, maxCustomerName, maxOrderNote } from '@parvis/domain/orders/order'
import { ordersFieldTexts } from '@parvis/domain/orders/orders.refusals.fr'
import { Temporal } from 'temporal-polyfill'
import { presentMoment } from '../../lib/present.ts'
import { call } from '../../lib/request.ts'
import { useForm } from '../../lib/use-form.ts'
import { presentInstant } from '../../lib/use-now.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { PriceField, TextareaField, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { refreshOrders } from './use-order.ts'

const quarter = 15 * 60_000
const nextQuarter = () => Temporal.Instant.fromEpochMilliseconds((Math.floor(presentMoment() / quarter) + 1) * quarter)

/** An order taken at the counter or by telephone: a first name, a time, a content; nobody is messaged. */
export function CounterOrderDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: {
      customerName: '',
      pickupDateTime: writeParisMinute(nextQuarter()),
      orderContent: '',
      total: '',
      note: '',
    },
    check: (typed) => checkCounterOrder(typed, presentInstant()).errors,
    textOf: ordersFieldTexts,
    name: 'commande au comptoir',
    submit: async (body) => {
      const order = await call('POST /v1/company/:id/orders', { body })
      showToast(`Commande notée, code ${order.code ?? ''}`)
      await refreshOrders()
      onClose()
    },
  })
  return (
    <FormDialog
      title="Commande au comptoir"
      size="normal"
      form={form}
      submitLabel="Enregistrer la commande"
      closeLabel="Fermer"
      onClose={onClose}
    >
      <TextField
        label="Prénom"
        required
        autoFocus
        autoComplete="off"
        limit={maxCustomerName}
        {...form.field('customerName')}
      />
      <DateTimeField label="Retrait" required {...form.field('pickupDateTime')} />
      <TextareaField label="Contenu" required rows={3} {...form.field('orderContent')} />
      <PriceField label="Total (facultatif)" {...form.field('total')} />
      <TextareaField label="Note (facultatif)" rows={2} limit={maxOrderNote} {...form.field('note')} />
    </FormDialog>
  )
}
