import { isDate } from '@parvis/domain/kernel/day'
import { formatCount, formatDay, formatEuros, formatMonth } from '@parvis/domain/kernel/french-format'
import { parisToday } from '@parvis/domain/kernel/paris-today'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../lib/download.ts'
import { presentMoment } from '../../lib/present.ts'
import { useCompanyId } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DayField } from '../../ui/date-field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OrderList } from './order-list.tsx'
import styles from './orders-page.module.css'
import { type TotalsBy, totalsQuery } from './use-order.ts'

/** Ended orders: search by name, code or day, totals, CSV export. */
export function OrderHistoryPage() {
  const [asked, setAsked] = useState({ q: '', day: '' })
  const form = useForm({ initial: asked, textOf: (key) => key, submit: async (typed) => setAsked(typed) })
  return (
    <>
      <PageHeader title="Commandes terminées" sentence="Retrouver une commande, compter, exporter." back="/commandes" />
      <div className="stack-3">
        <Allowed call="GET /v1/company/:id/orders/totals">
          <TotalsCard />
        </Allowed>
        <form className="row bottom" onSubmit={form.onSubmit} noValidate>
          <TextField label="Prénom ou code" type="search" {...form.field('q')} />
          <DayField label="Jour" {...form.field('day')} />
          <Button type="submit">Chercher</Button>
        </form>
        <OrderList view="past" q={asked.q} day={isDate(asked.day) ? asked.day : ''} />
      </div>
    </>
  )
}

const steps = [
  { value: 'day', label: 'Par jour' },
  { value: 'week', label: 'Par semaine' },
  { value: 'month', label: 'Par mois' },
] as const

const thirtyDays = 30 * 86_400_000

/** What was collected, exact in cents, both days included. */
function TotalsCard() {
  const companyId = useCompanyId()
  const [by, setBy] = useState<TotalsBy>('day')
  const [from, setFrom] = useState(() => parisToday(presentMoment() - thirtyDays))
  const [to, setTo] = useState(() => parisToday(presentMoment()))
  const areDays = isDate(from) && isDate(to)
  const isAsked = areDays && from <= to
  const { data, error, refetch } = useQuery({ ...totalsQuery({ from, to, by }), enabled: isAsked })
  return (
    <Card title="Retiré" sentence="Les commandes retirées, à leur jour de retrait.">
      <div className="row bottom">
        <DayField name="from" label="Du" value={from} onChange={setFrom} />
        <DayField name="to" label="Au" value={to} onChange={setTo} />
        <SelectField name="by" label="Total" options={steps} value={by} onChange={setBy} />
        <ActButton
          variant="secondary"
          icon={IconDownload}
          disabled={!isAsked}
          needsNetwork
          act={() =>
            download(`/v1/company/${companyId}/orders/export?from=${from}&to=${to}`, `commandes-${from}-${to}.csv`)
          }
        >
          Exporter en CSV
        </ActButton>
      </div>
      {areDays && !isAsked ? (
        <p className="red" role="alert">
          La fin doit suivre le début.
        </p>
      ) : null}
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {data ? <TotalsTable totals={data} by={by} /> : null}
    </Card>
  )
}

type TotalsTableProps = { totals: readonly { from: string; orders: number; cents: number }[]; by: TotalsBy }

function TotalsTable({ totals, by }: TotalsTableProps) {
  const sum = (of: (line: TotalsTableProps['totals'][number]) => number) =>
    totals.reduce((total, line) => total + of(line), 0)
  if (totals.length === 0) return <p className="top-3">Aucune commande retirée sur cette période.</p>
  return (
    <table className={`wide top-2 ${styles.totals}`}>
      <thead>
        <tr>
          <th scope="col">{{ day: 'Jour', week: 'Semaine du', month: 'Mois' }[by]}</th>
          <th scope="col">Commandes</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ from, orders, cents }) => (
          <tr key={from}>
            <th scope="row">{by === 'month' ? formatMonth(from) : formatDay(from)}</th>
            <td>{formatCount(orders)}</td>
            <td>{formatEuros(cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Ensemble</th>
          <td>{formatCount(sum(({ orders }) => orders))}</td>
          <td>{formatEuros(sum(({ cents }) => cents))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
