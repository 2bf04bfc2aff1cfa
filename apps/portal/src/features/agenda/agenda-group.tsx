import type { SplitGroup } from '@parvis/domain/agenda/repeats'
import type { Temporal } from 'temporal-polyfill'
import { formatDayWithoutYear } from '../../lib/paris-format.ts'
import type { AgendaItem } from './agenda.queries.ts'
import { AgendaCard } from './agenda-card.tsx'
import styles from './agenda-group.module.css'
import { dayOfGroup, idOfGroup } from './group-day.ts'
import { RepeatedItems } from './repeated-items.tsx'

type AgendaGroupProps = { group: SplitGroup<AgendaItem>; now: Temporal.Instant }

/** A day, or what comes later: new things as cards, then what comes back in short. */
export function AgendaGroupSection({ group, now }: AgendaGroupProps) {
  const { key, title, fresh, repeated } = group
  const day = dayOfGroup(group, now)
  return (
    <section id={idOfGroup(key)} className={styles.group} aria-labelledby={`${idOfGroup(key)}-title`}>
      <div className={styles.head}>
        <h2 id={`${idOfGroup(key)}-title`} className={styles.heading} tabIndex={-1}>
          {title}
        </h2>
        {day === undefined ? null : <span className={styles.date}>{formatDayWithoutYear(day)}</span>}
      </div>
      {fresh.length === 0 ? null : (
        <ul className={styles.items}>
          {fresh.map((item) => (
            <AgendaCard key={item.id} item={item} now={now} />
          ))}
        </ul>
      )}
      {repeated.length === 0 ? null : (
        <RepeatedItems items={repeated} now={now} isOpen={key === '1'} isOneDay={day !== undefined} />
      )}
    </section>
  )
}
