import { formatDayTime, formatEuros } from '@parvis/domain/kernel/french-format'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import styles from './order-paper.module.css'
import { pickupOf, type ShownOrder } from './use-order.ts'

/**
 * Prints by the browser alone, without network: `paper` stands beside the application, which the print style sheet
 * hides, from the call until the print dialog is closed.
 */
export function usePaper() {
  const [content, setContent] = useState<ReactNode>()
  useEffect(() => {
    const clear = () => setContent(undefined)
    window.addEventListener('afterprint', clear)
    return () => window.removeEventListener('afterprint', clear)
  }, [])
  const print = (wanted: ReactNode) => {
    flushSync(() => setContent(wanted))
    window.print()
  }
  const paper = content ? createPortal(<div className={styles.paper}>{content}</div>, document.body) : null
  return { paper, print }
}

/** `Julie` of « Julie M. »: paper lies about. */
const firstNameOf = ({ customer }: ShownOrder): string => customer?.name.replace(/\s\p{Lu}\.$/u, '') ?? ''

const totalOf = ({ total }: ShownOrder): string => (total === null ? '' : formatEuros(Math.round(total * 100)))

const contentOf = (order: ShownOrder): string => order.finalOrderContent ?? order.customerOrderContent ?? ''

/** One order on 80 mm: code, time, first name, content, total and note, and nothing else. */
export function OrderSlip({ order }: { order: ShownOrder }) {
  const total = totalOf(order)
  return (
    <section className={styles.slip}>
      {order.code ? <p className={styles.code}>{order.code}</p> : null}
      <p className={styles.when}>{formatDayTime(pickupOf(order))}</p>
      <p>{firstNameOf(order)}</p>
      <p className={styles.content}>{contentOf(order)}</p>
      {total ? <p>{total} · À régler sur place</p> : null}
      {order.note ? <p className={styles.content}>{order.note}</p> : null}
    </section>
  )
}

/** A4, by time, with a box to tick for each order. */
export function DaySheet({ orders }: { orders: readonly ShownOrder[] }) {
  const headings = ['Remise', 'Retrait', 'Code', 'Prénom', 'Commande', 'Total']
  return (
    <table className={styles.sheet}>
      <caption>Commandes</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>☐</td>
            <td>{formatDayTime(pickupOf(order))}</td>
            <td>{order.code}</td>
            <td>{firstNameOf(order)}</td>
            <td className={styles.content}>{[contentOf(order), order.note].filter(Boolean).join('\n')}</td>
            <td>{totalOf(order)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
