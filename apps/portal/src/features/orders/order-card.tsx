import { hasCoupon } from '@parvis/domain/orders/order'
import { deskEventText, deskMoment, deskStateWord } from '@parvis/domain/orders/order-messages.fr'
import { amountText, basketOf, pickupOf } from '@parvis/domain/orders/shown-order'
import { IconBasket, IconClock, IconTicket, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAhead } from '../../lib/after-first-paint.ts'
import { messageOf } from '../../lib/api-error.ts'
import { typographic } from '../../lib/typographic.ts'
import { useNow } from '../../lib/use-now.ts'
import { SmallButton } from '../../ui/button.tsx'
import { lazyWindow } from '../../ui/lazy-window.tsx'
import { OutsideLink } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { QuickAcceptance } from './accept-order.tsx'
import { OrderButtons } from './order-buttons.tsx'
import styles from './order-card.module.css'
import { orderQuery, type ShownOrder } from './use-order.ts'

const loadDialogs = () => import('./answer-order-dialog.tsx')
const AnswerOrderDialog = lazyWindow(() => loadDialogs().then((it) => it.AnswerOrderDialog))
const RefuseOrderDialog = lazyWindow(() => loadDialogs().then((it) => it.RefuseOrderDialog))

/**
 * A click-and-collect order in its conversation: when, what, and what to do with it. `text` is the message
 * that placed it: it says the same, and shows only where the card does not.
 */
export function OrderCard({ id, text }: { id: number; text: string }) {
  const { data: order, error, refetch } = useQuery(orderQuery(id))
  if (order) return <OrderSheet order={order} text={text} />
  if (!error) return <Skeleton height={160} />
  return (
    <div className={`box column ${styles.card}`}>
      <p className="written">{text}</p>
      <p role="alert">{typographic(messageOf(error))}</p>
      <SmallButton onClick={() => void refetch()}>Réessayer</SmallButton>
    </div>
  )
}

type OrderSheetProps = {
  order: ShownOrder
  /** Told of the order that a window answers, and of the end of it. */
  onDialog?: (order: ShownOrder | undefined) => void
  /** What was asked, as the resident wrote it. */
  text?: string
  /** Below the buttons. */
  foot?: ReactNode
}

/** Time first, then content, name, total, photo, code and history, with the actions that the server allows. */
export function OrderSheet({ order, onDialog, text, foot }: OrderSheetProps) {
  const [dialog, setDialog] = useState<'answer' | 'refuse'>()
  const [total, setTotal] = useState('')
  const whenText = useWhenText()
  useAhead(loadDialogs)
  const show = (shown: typeof dialog) => {
    setDialog(shown)
    onDialog?.(shown && order)
  }
  const close = () => show(undefined)
  const answer = (typedTotal: string) => {
    setTotal(typedTotal)
    show('answer')
  }
  const { customerPickupDateTime, customerOrderContent, state, allowed } = order
  const asked = text || `${whenText(customerPickupDateTime)}\u00A0: ${customerOrderContent ?? ''}`
  return (
    <article className={`box column ${styles.card}`} aria-label={`Commande ${order.id}`} tabIndex={-1}>
      <header className={`row-center between ${styles.header}`}>
        <strong className={styles.time}>
          <IconClock size={22} aria-label="Retrait" /> {whenText(pickupOf(order))}
        </strong>
        <StatusBadge tone={tones[state]}>{deskStateWord(order)}</StatusBadge>
      </header>
      {isChanged(order) ? <p className={`soft written ${styles.asked}`}>{asked}</p> : null}
      <OrderFacts order={order} />
      <OrderProposal order={order} />
      {state === 'asked' && allowed.includes('validate') ? <QuickAcceptance order={order} onMore={answer} /> : null}
      <OrderButtons order={order} onAnswer={() => answer('')} onRefuse={() => show('refuse')} />
      <OrderHistory order={order} />
      {foot}
      {dialog === 'answer' ? <AnswerOrderDialog order={order} total={total} onClose={close} /> : null}
      {dialog === 'refuse' ? <RefuseOrderDialog order={order} onClose={close} /> : null}
    </article>
  )
}

const tones = {
  asked: 'waiting',
  proposed: 'info',
  accepted: 'success',
  preparing: 'info',
  ready: 'info',
  collected: 'success',
  no_show: 'off',
  refused: 'danger',
  cancelled: 'danger',
  expired: 'off',
} as const

/** `Aujourd’hui, 17 h`, `Demain, 17 h`, then the day and its date: a desk stays open over midnight. */
function useWhenText(): (moment: string) => string {
  const now = useNow(60)
  return (moment) => deskMoment(Date.parse(moment), now.epochMilliseconds)
}

/** The company took it with another content or at another time than was asked. */
function isChanged({ customerOrderContent, customerPickupDateTime, ...order }: ShownOrder): boolean {
  if (order.finalOrderContent === null || order.finalPickupDateTime === null) return false
  // The window has minutes only: the seconds of the wished time are no change.
  const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / 60_000)
  const isSameTime = minuteOf(order.finalPickupDateTime) === minuteOf(customerPickupDateTime)
  return !isSameTime || order.finalOrderContent !== customerOrderContent
}

/** Empty parts are left out. */
function OrderFacts({ order }: { order: ShownOrder }) {
  const { customer, total, code } = order
  const icon = { size: 18 }
  const facts: [term: ReactNode, fact: ReactNode, key: string][] = [
    [<IconBasket {...icon} aria-label="Contenu" key="what" />, basketOf(order), 'what'],
    [<IconUser {...icon} aria-label="Client" key="who" />, customer && whoText(customer), 'who'],
    [
      <IconTicket {...icon} aria-label="Bon de réduction" key="coupon" />,
      hasCoupon(order.couponMessage) && order.couponMessage,
      'coupon',
    ],
    ['Min.', order.minOrder > 0 && amountText(order.minOrder), 'least'],
    ['Total', total !== null && <TotalText total={total} />, 'total'],
    ['Horaire', order.flexible && 'Un peu avant ou après convient', 'flexible'],
    ['Note', order.note, 'note'],
    ['Code', code && <strong>{code}</strong>, 'code'],
    ['Motif', order.cancelMessage, 'why'],
  ]
  return (
    <>
      <dl className={`stack-1 gap-tight ${styles.facts}`}>
        {facts.map(([term, fact, key]) =>
          fact ? (
            <div key={key}>
              <dt>{term}</dt>
              <dd className="written">{fact}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {order.picture ? (
        <OutsideLink href={order.picture}>
          <img className={styles.picture} src={order.picture} alt="Jointe à la commande" loading="lazy" />
        </OutsideLink>
      ) : null}
    </>
  )
}

/** No payment is taken nor promised. */
function TotalText({ total }: { total: number }) {
  return (
    <>
      <strong>{amountText(total)}</strong> · À régler sur place
    </>
  )
}

/** How often this resident did not come to this shop. */
function whoText({ name, noShows }: NonNullable<ShownOrder['customer']>): string {
  return noShows === 0 ? name : `${name} · pas venu ${noShows} fois en douze mois`
}

/** The open proposal, until it is answered. */
function OrderProposal({ order: { proposal } }: { order: ShownOrder }) {
  const whenText = useWhenText()
  if (!proposal) return null
  return (
    <div className={`soft written ${styles.asked}`}>
      <p>Vous avez proposé{'\u00A0'}:</p>
      <p>
        {whenText(proposal.pickupDateTime)} · {amountText(proposal.total)}
      </p>
      <p>{proposal.orderContent}</p>
      {proposal.note ? <p>{proposal.note}</p> : null}
      <p>
        Réponse attendue avant{'\u00A0'}: {whenText(proposal.expiresAt)}
      </p>
    </div>
  )
}

/** When, who and what. */
function OrderHistory({ order: { history } }: { order: ShownOrder }) {
  const whenText = useWhenText()
  if (history.length < 2) return null
  return (
    <details className={styles.history}>
      <summary>Historique</summary>
      <ol>
        {history.map(({ at, by, what }) => (
          <li key={`${at} ${what}`}>
            {whenText(at)} · {deskEventText(what, by)}
          </li>
        ))}
      </ol>
    </details>
  )
}
