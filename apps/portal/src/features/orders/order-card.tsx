import { formatEuros } from '@parvis/domain/kernel/money'
import { hasCoupon } from '@parvis/domain/orders/order'
import { IconBasket, IconClock, IconTicket } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { formatDayTime } from '../../lib/paris-format.ts'
import { typographic } from '../../lib/typographic.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { QuickAcceptance } from './accept-order.tsx'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import styles from './order-card.module.css'
import { OrderState } from './order-state.tsx'
import { type Order, orderQuery, useRefreshOrder } from './use-order.ts'
import { ValidateOrderDialog } from './validate-order-dialog.tsx'

/**
 * A click-and-collect order in its conversation: what, when, and what to do with it (O-001 to O-019). `text` is the message
 * that placed it: it says the same, and shows only where the card does not.
 */
export function OrderCard({ id, text }: { id: number; text: string }) {
  const { data: order, error, refetch } = useQuery(orderQuery(id))
  const [dialog, setDialog] = useState<Dialog>()
  const [total, setTotal] = useState('')
  if (error && !order) {
    return (
      <div className={styles.card}>
        <p className={styles.content}>{text}</p>
        <p role="alert">{typographic(messageOf(error))}</p>
        <Button size="small" variant="secondary" onClick={() => void refetch()}>
          Réessayer
        </Button>
      </div>
    )
  }
  if (!order) return <Skeleton height={160} />
  const close = () => setDialog(undefined)
  const change = (typedTotal: string) => {
    setTotal(typedTotal)
    setDialog('validate')
  }
  return (
    <article className={styles.card} aria-label={`Commande ${order.id}`} tabIndex={-1}>
      <header className={styles.header}>
        <strong>
          <IconBasket size={20} aria-hidden="true" /> Commande
        </strong>
        <OrderState order={order} />
      </header>
      {isChanged(order) ? <p className={styles.asked}>{text}</p> : null}
      <OrderFacts order={order} />
      {order.allowed.includes('validate') ? <QuickAcceptance order={order} onMore={change} /> : null}
      <OrderButtons order={order} onChange={() => change('')} onCancel={() => setDialog('cancel')} />
      {dialog === 'validate' ? <ValidateOrderDialog order={order} total={total} onClose={close} /> : null}
      {dialog === 'cancel' ? <CancelOrderDialog order={order} onClose={close} /> : null}
    </article>
  )
}

/** The company took it with another content or at another time than was asked. */
function isChanged({ customerOrderContent, customerPickupDateTime, ...order }: Order): boolean {
  if (order.finalOrderContent === null || order.finalPickupDateTime === null) return false
  // The window works in minutes: the seconds of what was asked are no change.
  const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / 60_000)
  const isSameTime = minuteOf(order.finalPickupDateTime) === minuteOf(customerPickupDateTime)
  return !isSameTime || order.finalOrderContent !== customerOrderContent
}

function OrderFacts({ order }: { order: Order }) {
  const content = order.finalOrderContent ?? order.customerOrderContent
  return (
    <dl className={styles.facts}>
      <dt>
        <IconClock size={18} aria-label="Retrait" />
      </dt>
      <dd>{formatDayTime(order.finalPickupDateTime ?? order.customerPickupDateTime)}</dd>
      <dt>
        <IconBasket size={18} aria-label="Contenu" />
      </dt>
      <dd className={styles.content}>{content}</dd>
      {hasCoupon(order.couponMessage) ? (
        <>
          <dt>
            <IconTicket size={18} aria-label="Bon de réduction" />
          </dt>
          <dd>{order.couponMessage}</dd>
        </>
      ) : null}
      {order.minOrder > 0 ? (
        <>
          <dt>Min.</dt>
          <dd>{formatEuros(Math.round(order.minOrder * 100))}</dd>
        </>
      ) : null}
      {order.total === null ? null : (
        <>
          <dt>Total</dt>
          <dd>
            <strong>{formatEuros(Math.round(order.total * 100))}</strong>
          </dd>
        </>
      )}
      {order.cancelMessage ? (
        <>
          <dt>Motif</dt>
          <dd>{order.cancelMessage}</dd>
        </>
      ) : null}
    </dl>
  )
}

type Dialog = 'validate' | 'cancel'

const buttons = {
  validate: { label: 'Changer l’heure ou le contenu', opens: 'change', variant: 'quiet' },
  accept: { label: 'Le client est d’accord', variant: 'secondary' },
  refuse: { label: 'Annuler', opens: 'cancel', variant: 'secondary' },
  start: { label: 'Commencer', step: 'preparing', variant: 'secondary' },
  ready: { label: 'Prête', step: 'ready', variant: 'secondary' },
  collected: { label: 'Retirée', step: 'collected', variant: 'secondary' },
  no_show: { label: 'Non retirée', step: 'not_collected', variant: 'secondary' },
  revoke: { label: 'Annuler la commande', opens: 'cancel', variant: 'quiet' },
  undo: { label: 'Annuler cette étape', variant: 'quiet' },
} as const

type OrderButtonsProps = { order: Order; onChange: () => void; onCancel: () => void }

/** A button for each action that the server allows, and no other. */
function OrderButtons({ order, onChange, onCancel }: OrderButtonsProps) {
  const refresh = useRefreshOrder()
  const follow = useMutation({
    mutationFn: async (action: keyof typeof buttons) => {
      const params = { id: String(order.id) }
      const button = buttons[action]
      if ('step' in button)
        await call('POST /v1/clickAndCollect/order/:id/step', { params, body: { step: button.step } })
      else if (action === 'undo') await call('POST /v1/clickAndCollect/order/:id/undo', { params })
      else await call('POST /v1/clickAndCollect/order/:id/accept', { params, body: { proposalId: order.proposal?.id } })
    },
    onError: (error) => showToast(messageOf(error), 'danger'),
    onSettled: refresh,
  })
  const offered = order.allowed.filter((action) => action in buttons) as (keyof typeof buttons)[]
  if (offered.length === 0) return null
  return (
    <div className={styles.actions}>
      {offered.map((action) => {
        const { label, variant, ...button } = buttons[action]
        const act = () => {
          if (!('opens' in button)) follow.mutate(action)
          else if (button.opens === 'change') onChange()
          else onCancel()
        }
        return (
          <Button key={action} size="small" variant={variant} disabled={follow.isPending} onClick={act}>
            {label}
          </Button>
        )
      })}
    </div>
  )
}
