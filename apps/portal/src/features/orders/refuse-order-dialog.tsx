import { checkCancellation } from '@parvis/domain/orders/order'
import { ordersFieldTexts } from '@parvis/domain/orders/orders.refusals.fr'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextareaField } from '../../ui/textarea-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './order-card.module.css'
import { orderStatusText, type ShownOrder, useDeskSettings, useRefreshOrder } from './use-order.ts'

/** Refuses a request, or calls an accepted order off, with a reason that the resident reads (O-003, O-013, O-014). */
export function RefuseOrderDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const refresh = useRefreshOrder()
  const [status, setStatus] = useState<string>()
  const isAccepted = order.allowed.includes('revoke')
  const form = useForm({
    initial: { cancelMessage: '' },
    check: ({ cancelMessage }) => checkCancellation({ cancelMessage: cancelMessage.trim() }),
    textOf: () => ordersFieldTexts.cancel_reason_error,
    submit: async (body) => {
      try {
        const params = { id: String(order.id) }
        if (isAccepted)
          await call('POST /v1/clickAndCollect/order/:id/revoke', { params, body: { reason: body.cancelMessage } })
        else await call('POST /v1/clickAndCollect/order/:id/cancel', { params, body, as: 'form' })
        showToast(`${isAccepted ? 'Commande annulée' : 'Demande refusée'}, le client est prévenu`)
        onClose()
      } catch (error) {
        setStatus(orderStatusText(error))
        throw error
      } finally {
        await refresh()
      }
    },
  })
  const verb = isAccepted ? 'Annuler la commande' : 'Refuser la demande'
  return (
    <Modal opened onClose={onClose} title={verb} size="narrow" keepOpen={form.isDirty}>
      <DialogForm form={form} submitLabel={verb} closeLabel="Fermer" danger errorKey={status} onClose={onClose}>
        <Reasons onChoose={(cancelMessage) => form.change({ cancelMessage })} />
        <TextareaField
          label="Motif"
          required
          rows={3}
          placeholder="Nous n’en avons plus aujourd’hui"
          {...form.field('cancelMessage')}
        />
      </DialogForm>
    </Modal>
  )
}

/** One tap fills the reason, which stays free to edit. */
function Reasons({ onChoose }: { onChoose: (reason: string) => void }) {
  const { data: settings } = useDeskSettings()
  if (!settings || settings.reasons.length === 0) return null
  return (
    <fieldset className={styles.reasons}>
      <legend>Motifs prêts</legend>
      {settings.reasons.map((reason) => (
        <Button key={reason} size="small" variant="secondary" onClick={() => onChoose(reason)}>
          {reason}
        </Button>
      ))}
    </fieldset>
  )
}
