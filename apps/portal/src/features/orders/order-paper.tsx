import { formatWeekday } from '@parvis/domain/kernel/french-format'
import { amountText, basketOf, pickupOf } from '@parvis/domain/orders/shown-order'
import { clockText } from '@parvis/domain/site/when.fr'
import slip from '../../ui/paper.module.css'
import { PaperTable } from '../../ui/paper.tsx'
import type { ShownOrder } from './use-order.ts'

/** `Julie` of « Julie M. »: paper lies about. */
const firstNameOf = ({ customer }: ShownOrder): string => customer?.name.replace(/\s\p{Lu}\.$/u, '') ?? ''

const totalOf = ({ total }: ShownOrder): string => (total === null ? '' : amountText(total))

/** `samedi 14 mars, 18 h 30`: paper is read another day too. */
const paperMoment = (iso: string): string =>
  `${formatWeekday(iso)}, ${clockText({ epochMilliseconds: Date.parse(iso) })}`

/** One order on 80 mm: code, time, first name, content, total and note, and nothing else. */
export function OrderSlip({ order }: { order: ShownOrder }) {
  const total = totalOf(order)
  return (
    <section className={slip.slip}>
      {order.code ? <p className={slip.code}>{order.code}</p> : null}
      <p className={slip.when}>{paperMoment(pickupOf(order))}</p>
      <p>{firstNameOf(order)}</p>
      <p className="written">{basketOf(order)}</p>
      {total ? <p>{total} · À régler sur place</p> : null}
      {order.note ? <p className="written">{order.note}</p> : null}
    </section>
  )
}

/** A4, by time, with a box to tick for each order. */
export function DaySheet({ orders, seats }: { orders: readonly ShownOrder[]; seats: readonly string[] }) {
  return (
    <PaperTable
      caption={['Commandes', ...seats].join(' · ')}
      headings={['Remise', 'Retrait', 'Code', 'Prénom', 'Commande', 'Total']}
      rows={orders.map((order) => ({
        id: order.id,
        cells: [
          '☐',
          paperMoment(pickupOf(order)),
          order.code ?? '',
          firstNameOf(order),
          [basketOf(order), order.note].filter(Boolean).join('\n'),
          totalOf(order),
        ],
      }))}
    />
  )
}
