import { takenText } from '@parvis/domain/bookings/seats'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { pickupOf } from '@parvis/domain/orders/shown-order'
import { clockText } from '@parvis/domain/site/when.fr'
import { IconBasket, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { readsOf } from '../../api/reads-of.ts'
import { useFirstPart } from '../../lib/after-first-paint.ts'
import { upcomingQuery } from '../../lib/numbers.ts'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Button, QuietButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { NextPage } from '../../ui/next-page.tsx'
import { usePaper } from '../../ui/paper.tsx'
import { OrderSheet } from './order-card.tsx'
import { DaySheet, OrderSlip } from './order-paper.tsx'
import styles from './orders-page.module.css'
import { type DeskView, refreshOrders, type ShownOrder, useDeskPages } from './use-order.ts'

type OrderListProps = { view: DeskView; q: string; day: string }

/** The orders of a view by pick-up time, a hundred more at a time, each with its slip. */
export function OrderList({ view, q, day }: OrderListProps) {
  const pages = useDeskPages({ view, q, day })
  const { data, error, refetch } = pages
  const { paper, print } = usePaper()
  const [answered, setAnswered] = useState<ShownOrder>()
  const orders = data?.pages.flatMap((page) => page.orders) ?? []
  // Decided elsewhere while it is answered here: its card keeps the window, which says so once something is sent.
  const isGone = answered !== undefined && orders.every(({ id }) => id !== answered.id)
  const shown = useFirstPart(isGone ? [answered, ...orders] : orders)
  useSeen(orders)
  const { list, follow, leave } = useFocusOfCards()
  const seats = useSeatsToday(view)
  const onClickCapture = useOnePress()
  if (!data) return <Loading error={error} retry={refetch} height={240} />
  return (
    <>
      {seats.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {orders.length === 0 ? <NoOrder view={view} isSearch={q !== '' || day !== ''} /> : null}
      <ul
        className={`stack-2 ${styles.list}`}
        ref={list}
        onFocus={follow}
        onBlur={leave}
        onClickCapture={onClickCapture}
      >
        {shown.map((order) => (
          <li key={order.id}>
            <OrderSheet
              order={order}
              onDialog={setAnswered}
              foot={
                order.status === 'validated' ? (
                  <QuietButton icon={IconPrinter} onClick={() => print(<OrderSlip order={order} />)}>
                    Imprimer le ticket
                  </QuietButton>
                ) : null
              }
            />
          </li>
        ))}
      </ul>
      <div className="row top-2">
        <NextPage list={pages}>Voir la suite</NextPage>
        {orders.length + seats.length === 0 ? null : (
          <>
            {view === 'unclosed' ? <CloseDay orders={orders} /> : null}
            <Button
              variant="secondary"
              icon={IconPrinter}
              onClick={() => print(<DaySheet orders={orders} seats={seats} />)}
            >
              Imprimer la liste
            </Button>
          </>
        )}
      </div>
      {paper}
    </>
  )
}

/** What was booked of today's dates, beside the orders of the day: `18 h, Cours de tour : 17 sur 20 places`. */
function useSeatsToday(view: DeskView): string[] {
  const { data = [] } = useQuery({ ...upcomingQuery, enabled: view === 'day' })
  const today = parisToday(useNow(60).epochMilliseconds)
  return data.flatMap(({ title, originalStart, seats, seatsLeft }) =>
    seats !== null && originalStart.startsWith(today)
      ? [
          `${clockText({ epochMilliseconds: Date.parse(originalStart) })}, ${title}\u00a0: ${takenText(seats - (seatsLeft ?? 0), seats)} places`,
        ]
      : [],
  )
}

/**
 * After a step the pressed button is gone, perhaps with its card: the focus goes to the card, or to the one that took its place,
 * or to the title of the page.
 */
function useFocusOfCards() {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<{ card: Element; at: number }>(undefined)
  useEffect(() => {
    const last = focused.current
    if (!last || document.activeElement !== document.body) return
    const cards = [...(list.current?.querySelectorAll('article') ?? [])]
    const card = cards.find((one) => one === last.card) ?? cards[Math.min(last.at, cards.length - 1)]
    const next = card ?? document.querySelector<HTMLElement>('main h1')
    if (next && !card) next.tabIndex = -1
    next?.focus()
  })
  const follow = ({ target }: FocusEvent) => {
    const card = target.closest('article')
    const item = card?.closest('li')
    if (card && item) focused.current = { card, at: [...(item.parentElement?.children ?? [])].indexOf(item) }
  }
  // Left by the person, not by a button that went away.
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const isGone = !target.isConnected || (target instanceof HTMLButtonElement && target.disabled)
    if (!isGone && !list.current?.contains(relatedTarget)) focused.current = undefined
  }
  return { list, follow, leave }
}

/** Within so many milliseconds and pixels a press is the second of a double tap. */
const doubleTap = { time: 500, distance: 24 }

/** A card that leaves gives its place to the next one, on which the second press of a double tap must do nothing. */
function useOnePress() {
  const last = useRef({ card: null as string | null, at: 0, x: 0, y: 0 })
  return (event: MouseEvent<HTMLElement>) => {
    const { clientX: x, clientY: y, target } = event
    const former = last.current
    // By its name: taken back, the same order has a new card.
    const card = target instanceof Element ? (target.closest('article')?.ariaLabel ?? null) : null
    const press = { card, at: Date.now(), x, y }
    last.current = press
    const isNear = Math.hypot(x - former.x, y - former.y) < doubleTap.distance
    if (press.card === former.card || press.at - former.at >= doubleTap.time || !isNear) return
    event.stopPropagation()
    event.preventDefault()
  }
}

function NoOrder({ view, isSearch }: { view: DeskView; isSearch: boolean }) {
  const { cacActive } = useCompany()
  // True when a sentence below says that no order will come.
  if (!cacActive && !isSearch && view !== 'past') return null
  const title = { day: 'Aucune commande aujourd’hui', past: 'Aucune commande terminée' }[view as string]
  return (
    <EmptyState
      icon={IconBasket}
      title={isSearch ? 'Aucune commande ne correspond' : (title ?? 'Rien ici pour le moment')}
      sentence={view === 'past' ? '' : 'Elles arriveront ici, avec une alerte.'}
    />
  )
}

/** A card that stays two seconds on a visible screen was seen. */
function useSeen(orders: readonly ShownOrder[]): void {
  const unseen = orders
    .filter(({ seenAt, state }) => seenAt === null && state === 'asked')
    .slice(0, 100)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (unseen === '') return
    const timer = setTimeout(() => {
      if (document.visibilityState !== 'visible') return
      const body = { ids: unseen.split(',').map(Number) }
      void call('POST /v1/company/:id/orders/seen', { body })
        .then(refreshOrders)
        .catch(() => undefined)
    }, 2_000)
    return () => clearTimeout(timer)
  }, [unseen])
}

/** « Tout est retiré »: those of the first day of the list, at once. */
function CloseDay({ orders }: { orders: readonly ShownOrder[] }) {
  const [first] = orders
  const day = first ? pickupOf(first).slice(0, 10) : ''
  return (
    <ActButton
      needsNetwork
      act={() => call('POST /v1/company/:id/orders/close-day', { body: { day } })}
      refreshes={readsOf.order}
    >
      Tout est retiré
    </ActButton>
  )
}
