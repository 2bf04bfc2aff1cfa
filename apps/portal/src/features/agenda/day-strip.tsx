import type { SplitGroup } from '@parvis/domain/agenda/grouping'
import { formatShortDay, formatShortMonth } from '@parvis/domain/kernel/french-format'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { Temporal } from 'temporal-polyfill'
import type { AgendaItem } from './agenda.queries.ts'
import styles from './day-strip.module.css'
import { dayOfGroup, idOfGroup } from './group-day.ts'
import { useGroupInView } from './use-group-in-view.ts'

type DayStripProps = { groups: readonly SplitGroup<AgendaItem>[]; now: Temporal.Instant }

/** The days ahead in one line, always in sight: a dot where there is something new, a press leads there. */
export function DayStrip({ groups, now }: DayStripProps) {
  const { current, choose } = useGroupInView(groups.map(({ key }) => idOfGroup(key)))
  const days = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const day = days.current?.querySelector<HTMLElement>(`[data-group="${current}"]`)
    // The line alone moves, never the page.
    if (day) days.current?.scrollTo({ left: day.offsetLeft - (days.current.clientWidth - day.offsetWidth) / 2 })
  }, [current])
  return (
    <nav className={styles.strip} aria-label="Aller à un jour">
      <ol ref={days} className={styles.days}>
        {groups.map((group) => {
          const id = idOfGroup(group.key)
          const { top, bottom } = shortNameOf(group, now)
          return (
            <li key={group.key}>
              <a
                href={`#${id}`}
                className={styles.day}
                data-group={id}
                aria-current={id === current ? 'true' : undefined}
                onClick={(event) => {
                  goTo(event)
                  choose(id)
                }}
              >
                <span aria-hidden="true" className={styles.top}>
                  {top}
                </span>
                <span aria-hidden="true" className={styles.bottom}>
                  {bottom}
                </span>
                <span className="visually-hidden">{longNameOf(group)}</span>
                <span aria-hidden="true" className={styles.dot} data-new={group.fresh.length > 0 || undefined} />
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const nearNames = ['Auj.', 'Dem.']

/** `lun.` over `23`, `déc.` over `2026`, `Plus` over `tard`. */
function shortNameOf(group: SplitGroup<AgendaItem>, now: Temporal.Instant): { top: string; bottom: string } {
  const day = dayOfGroup(group, now)
  if (day !== undefined) {
    const { weekday, number } = formatShortDay(day)
    return { top: nearNames[Number(group.key)] ?? weekday, bottom: number }
  }
  if (group.key === '8') return { top: 'Plus', bottom: 'tard' }
  const [, year = ''] = group.title.split(' ')
  return { top: formatShortMonth(group.items[0]?.originalStart ?? now.epochMilliseconds), bottom: year }
}

function longNameOf({ title, fresh, items }: SplitGroup<AgendaItem>): string {
  const count = items.length === 1 ? '1 instant' : `${items.length} instants`
  return fresh.length === 0
    ? `${title}, ${count}`
    : `${title}, ${count} dont ${fresh.length} ${fresh.length > 1 ? 'nouveaux' : 'nouveau'}`
}

/** Within the page: neither the address nor the history changes; the heading takes the focus. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const group = document.getElementById(event.currentTarget.dataset.group ?? '')
  group?.scrollIntoView({ block: 'start' })
  group?.querySelector('h2')?.focus({ preventScroll: true })
}
