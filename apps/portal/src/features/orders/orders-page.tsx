import { IconBasket, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { formatDayTime } from '../../lib/paris-format.ts'
import { useCompanyId } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DeskPace } from './desk-pace.tsx'
import { OrderSheet } from './order-card.tsx'
import styles from './orders-page.module.css'
import { type DeskView, deskQuery, type Order, pickupOf, useRefreshDesk } from './use-order.ts'

const views: { view: DeskView; label: string }[] = [
  { view: 'todo', label: 'À traiter' },
  { view: 'day', label: 'Aujourd’hui' },
  { view: 'coming', label: 'Demain et après' },
  { view: 'unclosed', label: 'À clore' },
  { view: 'past', label: 'Terminées' },
]

/** The desk: orders by pick-up time, one tap a step. */
export function OrdersPage() {
  const companyId = useCompanyId()
  const [view, setView] = useState<DeskView>('todo')
  const { data, error, refetch } = useQuery(deskQuery(companyId, view))
  useSeen(companyId, data?.orders ?? [])
  return (
    <>
      <PageHeader title="Commandes" sentence="Ce qui est à répondre, à préparer et à remettre, par heure de retrait." />
      <div className={styles.screen}>
        <DeskPace />
        <CodeField companyId={companyId} />
        <Views view={view} counts={data?.counts ?? {}} onChange={setView} />
        {data ? (
          <Orders orders={data.orders} view={view} companyId={companyId} />
        ) : (
          <Waiting error={error} onRetry={() => void refetch()} />
        )}
      </div>
      <DaySheet orders={data?.orders ?? []} />
    </>
  )
}

function Waiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return error ? <LoadError error={error} onRetry={onRetry} /> : <Skeleton height={240} />
}

type ViewsProps = {
  view: DeskView
  counts: Partial<Record<DeskView, number>>
  onChange: (view: DeskView) => void
}

function Views({ view, counts, onChange }: ViewsProps) {
  return (
    <nav className={styles.views} aria-label="Commandes à montrer">
      {views.map(({ view: one, label }) => (
        <button
          key={one}
          type="button"
          className={styles.view}
          aria-pressed={one === view}
          onClick={() => onChange(one)}
        >
          {label}
          {counts[one] ? <span className={styles.count}>{counts[one]}</span> : null}
        </button>
      ))}
    </nav>
  )
}

type OrdersProps = { orders: readonly Order[]; view: DeskView; companyId: string }

function Orders({ orders, view, companyId }: OrdersProps) {
  if (orders.length === 0)
    return (
      <EmptyState
        icon={<IconBasket size={28} />}
        title={view === 'day' ? 'Aucune commande aujourd’hui' : 'Rien ici pour le moment'}
        sentence="Elles arriveront ici, avec une alerte."
      />
    )
  return (
    <>
      <ul className={styles.list}>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderSheet order={order} />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {view === 'unclosed' ? <CloseDay companyId={companyId} orders={orders} /> : null}
        <Button variant="secondary" icon={<IconPrinter size={20} />} onClick={() => window.print()}>
          Imprimer la liste
        </Button>
      </div>
    </>
  )
}

/** A card that stays two seconds on a visible screen was seen (U-D20). */
function useSeen(companyId: string, orders: readonly Order[]): void {
  const refresh = useRefreshDesk()
  const unseen = orders
    .filter(({ seenAt, state }) => seenAt === null && state === 'asked')
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (unseen === '') return
    const timer = setTimeout(() => {
      if (document.visibilityState !== 'visible') return
      const body = { ids: unseen.split(',').map(Number) }
      void call('POST /v1/company/:id/orders/seen', { params: { id: companyId }, body })
        .then(refresh)
        .catch(() => undefined)
    }, 2_000)
    return () => clearTimeout(timer)
  }, [companyId, unseen, refresh])
}

/** The code said at the counter closes its order. */
function CodeField({ companyId }: { companyId: string }) {
  const refresh = useRefreshDesk()
  const [code, setCode] = useState('')
  const collect = useMutation({
    mutationFn: () => call('POST /v1/company/:id/orders/collect', { params: { id: companyId }, body: { code } }),
    onSuccess: (order) => {
      setCode('')
      showToast(`Commande ${order.code ?? ''} retirée`)
    },
    onError: (error) => showToast(messageOf(error), 'danger'),
    onSettled: refresh,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    collect.mutate()
  }
  return (
    <form className={styles.code} onSubmit={submit}>
      <TextField
        label="Code de retrait"
        name="code"
        inputMode="numeric"
        maxLength={4}
        value={code}
        onChange={setCode}
      />
      <Button type="submit" disabled={code.length !== 4} loading={collect.isPending}>
        Remettre
      </Button>
    </form>
  )
}

/** « Tout est retiré »: those of the first day of the list, at once. */
function CloseDay({ companyId, orders }: { companyId: string; orders: readonly Order[] }) {
  const refresh = useRefreshDesk()
  const [first] = orders
  const day = first ? pickupOf(first).slice(0, 10) : ''
  const close = useMutation({
    mutationFn: () => call('POST /v1/company/:id/orders/close-day', { params: { id: companyId }, body: { day } }),
    onError: (error) => showToast(messageOf(error), 'danger'),
    onSettled: refresh,
  })
  return (
    <Button loading={close.isPending} onClick={() => close.mutate()}>
      Tout est retiré
    </Button>
  )
}

/** On paper only: by time, with a box to tick. */
function DaySheet({ orders }: { orders: readonly Order[] }) {
  return (
    <table className={styles.sheet}>
      <caption>Commandes</caption>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>☐</td>
            <td>{formatDayTime(pickupOf(order))}</td>
            <td>{order.code}</td>
            <td>{order.customer?.name}</td>
            <td>
              {order.finalOrderContent ?? order.customerOrderContent} {order.note}
            </td>
            <td>{order.total === null ? '' : `${order.total.toFixed(2).replace('.', ',')} €`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
