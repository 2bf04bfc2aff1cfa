import { IconChevronDown, IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Temporal } from 'temporal-polyfill'
import { useCompany } from '../../lib/session.ts'
import type { AgendaItem } from './agenda.queries.ts'
import styles from './repeated-items.module.css'
import { whenText } from './when-text.ts'

type RepeatedItemsProps = { items: readonly AgendaItem[]; now: Temporal.Instant; isOpen: boolean; isOneDay: boolean }

/** What was already listed before and comes back: named in one line, each with its hours once opened. */
export function RepeatedItems({ items, now, isOpen, isOneDay }: RepeatedItemsProps) {
  const { companyId } = useCompany()
  const names = items.map(({ title }) => title).join(' · ')
  return (
    <details className={styles.box} open={isOpen}>
      <summary className={styles.summary}>
        <IconRepeat size={20} aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.count}>
            {items.length === 1 ? '1 instant qui revient' : `${items.length} instants qui reviennent`}
          </span>
          <span className={styles.names}>{names}</span>
        </span>
        <IconChevronDown size={20} className={styles.arrow} aria-hidden="true" />
      </summary>
      <ul className={styles.rows} data-days={isOneDay ? undefined : true}>
        {items.map((item) => (
          <li key={item.id}>
            <article className={styles.row} aria-label={item.title}>
              <span className={styles.when}>{whenText(item, now)}</span>
              {item.businessId === companyId ? (
                <Link to="/editAgendaEvent/$id" params={{ id: String(item.id) }} className={styles.title}>
                  {item.title}
                </Link>
              ) : (
                <span className={styles.title}>{item.title}</span>
              )}
            </article>
          </li>
        ))}
      </ul>
    </details>
  )
}
