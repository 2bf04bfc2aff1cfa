import { addressCall } from '@parvis/client/call'
import type { OrderState } from '@parvis/domain/orders/order-states'
import { pickupOf } from '@parvis/domain/orders/shown-order'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readsOf } from '../../api/reads-of.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { sendQueue, useLane } from '../../lib/browser-queue.ts'
import { call } from '../../lib/request.ts'
import type { QueuedItem } from '../../lib/send-queue.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, QuietButton, SmallButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './order-card.module.css'
import { refreshOrders, type ShownOrder } from './use-order.ts'

/** The words of the table in time-and-orders.md 4.1; `becomes` is the state that a step is about to reach. */
const buttons = {
  accept: { label: 'Le client est d’accord', becomes: 'accepted', variant: 'secondary' },
  propose: { label: 'Proposer autre chose', opens: 'answer', variant: 'quiet' },
  refuse: { label: 'Refuser', opens: 'refuse', variant: 'secondary' },
  start: { label: 'Commencer', step: 'preparing', becomes: 'preparing', variant: 'quiet', done: 'Commencée' },
  ready: { label: 'Prête', step: 'ready', becomes: 'ready', variant: 'quiet', done: 'Prête, le client est prévenu' },
  collected: { label: 'Retirée', step: 'collected', becomes: 'collected', variant: 'quiet', done: 'Retirée' },
  no_show: {
    label: 'Pas venu',
    step: 'not_collected',
    becomes: 'no_show',
    variant: 'quiet',
    done: 'Notée «\u00a0pas venu\u00a0»',
  },
  revoke: { label: 'Annuler la commande', opens: 'refuse', variant: 'quiet' },
  undo: { label: 'Revenir en arrière', variant: 'quiet' },
} as const
type Pressed = keyof typeof buttons

/** The steps in their order: the next one is the big button. */
const steps: readonly Pressed[] = ['start', 'ready', 'collected']

const isOffered = (action: string): action is Pressed => action in buttons

type OrderButtonsProps = { order: ShownOrder; onAnswer: () => void; onRefuse: () => void }

/** A button for each action that the server allows, and no other; « Pas venu » from the pick-up on (time-and-orders.md 4.1). */
export function OrderButtons({ order, onAnswer, onRefuse }: OrderButtonsProps) {
  const { mutate, isPending, variables } = useOrderStep(order)
  const isDue = useNow(30).epochMilliseconds >= Date.parse(pickupOf(order))
  const waiting = useLane(laneOf(order))
  const offered = order.allowed.filter(isOffered).filter((action) => isDue || action !== 'no_show')
  if (waiting.length > 0) return <WaitingSteps items={waiting} />
  if (offered.length === 0) return null
  const next = steps.find((step) => offered.includes(step))
  return (
    <div className={`row ${styles.actions}`}>
      {offered.map((action) => {
        const { label, variant, ...button } = buttons[action]
        const act = () => {
          if (!('opens' in button)) mutate(action)
          else if (button.opens === 'answer') onAnswer()
          else onRefuse()
        }
        return (
          <Button
            key={action}
            size={action === next ? 'normal' : 'small'}
            wide={action === next}
            variant={action === next ? 'primary' : variant}
            needsNetwork={action === 'accept' || action === 'undo'}
            loading={isPending && variables === action}
            disabled={isPending && variables !== action}
            onClick={act}
          >
            {label}
          </Button>
        )
      })}
    </div>
  )
}

const laneOf = ({ id }: ShownOrder) => `order ${id}`

/** Steps queued offline. If the order changed meanwhile, the step is not sent: the user chooses. */
function WaitingSteps({ items }: { items: readonly QueuedItem[] }) {
  // An order whose step was sent or put aside is shown as it is now.
  useEffect(() => () => void refreshOrders(), [])
  return items.map(({ key, text, status, refusal }) => (
    <div key={key} className={`row ${styles.actions}`} role="status">
      <p>
        {refusal
          ? `«\u00a0${text}\u00a0» n’a pas été fait. ${refusal.message}`
          : `«\u00a0${text}\u00a0»\u00a0: enregistré sur cet appareil, partira au retour du réseau`}
      </p>
      {status === 'asks' || status === 'failed' ? (
        <SmallButton onClick={() => void sendQueue.retry(key)}>Envoyer</SmallButton>
      ) : null}
      <QuietButton onClick={() => void sendQueue.remove(key).then(refreshOrders)}>
        {refusal ? 'Voir la commande' : 'Ne plus l’envoyer'}
      </QuietButton>
    </div>
  ))
}

/** Kept for the return of the network. */
function keepStep(order: ShownOrder, label: string, step: string): Promise<void> {
  const { call: request } = addressCall('POST /v1/clickAndCollect/order/:id/step', {
    params: { id: order.id },
    body: { step },
  })
  return sendQueue.add({
    lane: laneOf(order),
    kind: 'step',
    text: label,
    image: null,
    request: { ...request, as: 'json' },
  })
}

/** One tap per step; a step that another device has done already is not an error. */
function useOrderStep(order: ShownOrder) {
  return useMutation({
    mutationFn: async (action: Pressed) => {
      const params = { id: order.id }
      const button = buttons[action]
      if ('step' in button && !navigator.onLine) await keepStep(order, button.label, button.step)
      else if ('step' in button)
        await call('POST /v1/clickAndCollect/order/:id/step', { params, body: { step: button.step } })
      else if (action === 'undo') await call('POST /v1/clickAndCollect/order/:id/undo', { params })
      else await call('POST /v1/clickAndCollect/order/:id/accept', { params, body: { proposalId: order.proposal?.id } })
    },
    onSuccess: (_, action) => {
      const button = buttons[action]
      // The card may have left the list: the way back stands in the message, for as long as the server grants it.
      if ('done' in button && navigator.onLine)
        showToast(`${button.done}.`, 'success', () => void undo(order), undoneFor)
    },
    onError: (error, action) => {
      const button = buttons[action]
      if (!('becomes' in button && isAlready(error, button.becomes))) showToast(messageOf(error), 'danger')
    },
    meta: { refreshes: readsOf.order },
  })
}

const undoneFor = 10_000

async function undo({ id }: ShownOrder): Promise<void> {
  await call('POST /v1/clickAndCollect/order/:id/undo', { params: { id } }).catch((error: unknown) =>
    showToast(messageOf(error), 'danger'),
  )
  await refreshOrders()
}

/** True for a 409 that found the order already in the wanted state. */
const isAlready = (error: unknown, wished: OrderState): boolean =>
  error instanceof ApiError && error.code === 'ORDER_ALREADY_PROCESSED' && error.details.state === wished
