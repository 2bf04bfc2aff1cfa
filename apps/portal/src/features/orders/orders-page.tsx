import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { readsOf } from '../../api/reads-of.ts'
import { afterFirstPaint, lazyPart, useAhead } from '../../lib/after-first-paint.ts'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, QuietButton } from '../../ui/button.tsx'
import { lazyWindow } from '../../ui/lazy-window.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ShortCode } from '../../ui/short-code.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DeskPace } from './desk-pace.tsx'
import { OrderList } from './order-list.tsx'
import styles from './orders-page.module.css'
import { areUnderWay, type DeskView, deskQuery } from './use-order.ts'

const loadAlerts = () => import('./desk-alerts.tsx')
const DeskAlerts = lazyPart(() => loadAlerts().then((it) => it.DeskAlerts), afterFirstPaint)
const SilentBell = lazyPart(() => loadAlerts().then((it) => it.SilentBell), afterFirstPaint)
const NoOrders = lazyPart(() => import('./no-orders.tsx').then((it) => it.NoOrders))
const loadCounterOrder = () => import('./counter-order-dialog.tsx').then((it) => it.CounterOrderDialog)
const CounterOrderDialog = lazyWindow(loadCounterOrder)

const views: { view: DeskView; label: string }[] = [
  { view: 'todo', label: 'À traiter' },
  { view: 'day', label: 'Aujourd’hui' },
  { view: 'coming', label: 'Demain et après' },
  { view: 'unclosed', label: 'À clore' },
]

/** The desk: orders by pick-up time, one tap a step. */
export function OrdersPage() {
  const { cacActive } = useCompany()
  const [view, setView] = useState<DeskView>('todo')
  const { data } = useQuery(deskQuery)
  // Of a shop that takes none any more, those that run are still handed over.
  const canHandOver = cacActive || areUnderWay(data?.counts)
  return (
    <>
      <PageHeader title="Commandes" />
      <div className="stack-2">
        <Views view={view} onChange={setView} />
        <Tools canHandOver={canHandOver} canPause={cacActive} />
        <OrderList key={view} view={view} q="" day="" />
        <Suspense>{cacActive ? <Counter /> : <NoOrders />}</Suspense>
      </div>
    </>
  )
}

/** The tools of the counter, behind a button each: the orders come first. */
function Tools({ canHandOver, canPause }: { canHandOver: boolean; canPause: boolean }) {
  const [shown, setShown] = useState<'code' | 'pace'>()
  const tool = (one: 'code' | 'pace', label: string) => (
    <QuietButton aria-expanded={shown === one} onClick={() => setShown(shown === one ? undefined : one)}>
      {label}
    </QuietButton>
  )
  return (
    <>
      <div className="row-center">
        {canHandOver ? tool('code', 'Code de retrait') : null}
        {canPause ? tool('pace', 'Pause, coup de feu') : null}
      </div>
      {shown === 'code' ? <CodeField /> : null}
      <DeskPace isShown={shown === 'pace'} />
    </>
  )
}

function Views({ view, onChange }: { view: DeskView; onChange: (view: DeskView) => void }) {
  const { data } = useQuery(deskQuery)
  const counts: Partial<Record<DeskView, number>> = data?.counts ?? {}
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
      <LinkButton to="/commandes/historique" variant="quiet">
        Terminées
      </LinkButton>
    </nav>
  )
}

/** The code said at the counter closes its order. */
function CodeField() {
  const { mutate, isPending } = useMutation({
    mutationFn: (code: string) => call('POST /v1/company/:id/orders/collect', { body: { code } }),
    onSuccess: ({ code }) => void showToast(`Commande ${code ?? ''} retirée`),
    meta: { toastsFailure: true, refreshes: readsOf.order },
  })
  return (
    <ShortCode
      label="Code dit par le client"
      submitLabel="Remettre"
      isPending={isPending}
      onSubmit={(code, onSuccess) => mutate(code, { onSuccess })}
    />
  )
}

/** Less frequent actions: an order taken at the counter, settings, bell and screen. */
function Counter() {
  const [isTyping, setTyping] = useState(false)
  useAhead(loadCounterOrder)
  return (
    <>
      <SilentBell />
      <section className="row-center" aria-label="Au comptoir">
        <Button variant="secondary" onClick={() => setTyping(true)}>
          Commande au comptoir
        </Button>
        <Allowed call="PUT /v1/company/:id/order-settings">
          <LinkButton to="/commandes/reglages">Réglages</LinkButton>
        </Allowed>
        <DeskAlerts />
        {isTyping ? <CounterOrderDialog onClose={() => setTyping(false)} /> : null}
      </section>
    </>
  )
}
