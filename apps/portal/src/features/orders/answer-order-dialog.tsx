import { checkOrderReason, checkProposal, maxOrderNote } from '@parvis/domain/orders/order'
import { ordersFieldTexts } from '@parvis/domain/orders/orders.refusals.fr'
import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { statusText } from '../../lib/status-text.ts'
import { useForm } from '../../lib/use-form.ts'
import { presentInstant } from '../../lib/use-now.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { PriceField, TextareaField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type Accepted, askedOf, LowPrice, takeOrder } from './accept-order.tsx'
import styles from './order-card.module.css'
import { refreshOrders, type ShownOrder, useDeskSettings } from './use-order.ts'

type Answer = Accepted & { note: string }

type AnswerOrderDialogProps = {
  order: ShownOrder
  /** The price already typed in the card. */
  total: string
  onClose: () => void
}

/**
 * Date, time, content and price, filled from what the resident asked. A price alone accepts;
 * another time or content is proposed, beyond the capacity after a warning.
 */
export function AnswerOrderDialog({ order, total, onClose }: AnswerOrderDialogProps) {
  // The order as it was when the fields were filled: the resident or a colleague may change it meanwhile.
  const [read, setRead] = useState(order)
  const isOver = useRef(false)
  const form = useForm<Answer>({
    initial: { ...askedOf(read), total, note: '' },
    check: (typed) => checkProposal(typed, presentInstant()).errors,
    textOf: ordersFieldTexts,
    name: `order ${order.id} ${order.version}`,
    submit: async ({ note, ...typed }) => {
      const { current: overCapacity } = isOver
      isOver.current = false
      requireUnchanged(order, read)
      if (isAsAsked(read, typed, note)) await takeOrder(read, typed, onClose)
      else await propose(read, { ...typed, note, overCapacity }, onClose)
    },
  })
  const { note, ...typed } = form.values
  const proposeAnyway = () => {
    isOver.current = true
    form.onSubmit()
  }
  const takeChanged = () => {
    setRead(order)
    form.reset({ ...form.values, ...askedOf(order), total: form.values.total })
  }
  return (
    <FormDialog
      title="Répondre à la demande"
      size="normal"
      form={form}
      submitLabel={isAsAsked(read, typed, note) ? 'Accepter' : 'Proposer'}
      closeLabel="Fermer"
      errorKey={statusText(form.failure?.error)}
      remedy={
        form.failure?.key === 'SLOT_FULL' ? (
          <Button variant="secondary" loading={form.isPending} onClick={proposeAnyway}>
            Proposer quand même
          </Button>
        ) : form.failure?.key === 'ORDER_CHANGED' ? (
          <Button variant="secondary" onClick={takeChanged}>
            Reprendre la demande
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      <DateTimeField label="Retrait" required {...form.field('pickupDateTime')} />
      <TextareaField label="Contenu" required rows={4} {...form.field('orderContent')} />
      <PriceField label="Prix" required autoFocus {...form.field('total')} />
      <LowPrice order={order} total={form.values.total} />
      <TextareaField label="Mot pour le client (facultatif)" rows={2} limit={maxOrderNote} {...form.field('note')} />
    </FormDialog>
  )
}

/**
 * As the server refuses a proposal for another version; an acceptance and a refusal say none (api.md). To one that was refused or called
 * off it says so itself.
 */
function requireUnchanged(order: ShownOrder, read: ShownOrder): void {
  if (order.version === read.version || order.status === 'cancelled') return
  const message = 'Cette commande vient de changer. Rien n’a été envoyé.'
  throw new ApiError({ status: 409, code: 'ORDER_CHANGED', message })
}

/** Only the price changes, and no proposal was made before: the resident need not be asked. */
function isAsAsked(order: ShownOrder, typed: Accepted, note: string): boolean {
  const asked = askedOf(order)
  const isSame = typed.pickupDateTime === asked.pickupDateTime && typed.orderContent === asked.orderContent
  return isSame && note.trim() === '' && order.state === 'asked'
}

/** Proposes what was typed for the version of the order that was read. */
async function propose(
  { id, version }: ShownOrder,
  typed: Answer & { overCapacity: boolean },
  onProposed: () => void,
): Promise<void> {
  try {
    const body = { ...typed, version }
    const { state } = await call('POST /v1/clickAndCollect/order/:id/propose', { params: { id }, body })
    showToast(state === 'accepted' ? 'Commande acceptée, le client est prévenu' : 'Proposition envoyée au client')
    onProposed()
  } finally {
    await refreshOrders()
  }
}

/** Refuses a request, or calls an accepted order off, with a reason that the resident reads. */
export function RefuseOrderDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  // A reason written to refuse a request must not call off what a colleague has promised since.
  const [read] = useState(order)
  const isAccepted = read.allowed.includes('revoke')
  const form = useForm({
    initial: { cancelMessage: '' },
    name: `refuse ${order.id}`,
    check: ({ cancelMessage }) => checkOrderReason('cancelMessage', cancelMessage.trim()),
    textOf: () => ordersFieldTexts.cancel_reason_error,
    submit: async (body) => {
      requireUnchanged(order, read)
      try {
        const params = { id: order.id }
        if (isAccepted)
          await call('POST /v1/clickAndCollect/order/:id/revoke', { params, body: { reason: body.cancelMessage } })
        else await call('POST /v1/clickAndCollect/order/:id/cancel', { params, body, as: 'form' })
        showToast(`${isAccepted ? 'Commande annulée' : 'Demande refusée'}, le client est prévenu`)
        onClose()
      } finally {
        await refreshOrders()
      }
    },
  })
  const verb = isAccepted ? 'Annuler la commande' : 'Refuser la demande'
  return (
    <FormDialog
      title={verb}
      form={form}
      submitLabel={verb}
      closeLabel="Fermer"
      danger
      errorKey={statusText(form.failure?.error)}
      onClose={onClose}
    >
      <Reasons onChoose={(cancelMessage) => form.change({ cancelMessage })} />
      <TextareaField
        label="Motif"
        required
        rows={3}
        placeholder="Nous n’en avons plus aujourd’hui"
        {...form.field('cancelMessage')}
      />
    </FormDialog>
  )
}

/** One tap fills the reason, which stays free to edit. */
function Reasons({ onChoose }: { onChoose: (reason: string) => void }) {
  const { data: settings } = useDeskSettings()
  if (!settings || settings.reasons.length === 0) return null
  return (
    <fieldset className={`row ${styles.reasons}`}>
      <legend>Motifs fréquents</legend>
      {settings.reasons.map((reason) => (
        <SmallButton key={reason} onClick={() => onChoose(reason)}>
          {reason}
        </SmallButton>
      ))}
    </fieldset>
  )
}
