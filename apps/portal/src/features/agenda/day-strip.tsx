import type { SplitGroup } from '@parvis/domain/agenda/grouping'
import { counted, formatShortDay, formatShortMonth } from '@parvis/domain/kernel/french-format'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Temporal } from 'temporal-polyfill'
import { type AgendaItem, dayOfGroup, idOfGroup } from './agenda.queries.ts'
import styles from './day-strip.module.css'

type Period = { key: string; title: string; start: number }
type DayStripProps = {
  groups: readonly SplitGroup<AgendaItem>[]
  /** All periods, where some are on other pages. */
  periods: readonly Period[]
  now: Temporal.Instant
  onGo: (period: Period) => void
}

/** The days ahead as a sticky strip: a dot marks a day with something new, a press scrolls to its group, or asks for its page. */
export function DayStrip({ groups, periods, now, onGo }: DayStripProps) {
  const { current, choose } = useGroupInView(groups.map(({ key }) => idOfGroup(key)))
  const days = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const day = days.current?.querySelector<HTMLElement>(`[data-group="${current}"]`)
    // Scrolls the strip alone, not the page.
    if (day) days.current?.scrollTo({ left: day.offsetLeft - (days.current.clientWidth - day.offsetWidth) / 2 })
  }, [current])
  return (
    <nav className={styles.strip} aria-label="Aller à un jour">
      <ol ref={days} className={`flex gap-tight ${styles.days}`}>
        {daysOf(groups, periods, now).map(({ key, group, period, start, title }) => {
          const id = idOfGroup(key)
          const { top, bottom } = shortNameOf({ key, title, start })
          return (
            <li key={key}>
              <a
                href={`#${id}`}
                className={styles.day}
                data-group={id}
                aria-current={id === current ? 'true' : undefined}
                onClick={(event) => {
                  if (period && !group) {
                    event.preventDefault()
                    return onGo(period)
                  }
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
                <span className="visually-hidden">{group ? longNameOf(group) : title}</span>
                <span
                  aria-hidden="true"
                  className={styles.dot}
                  data-new={(group && group.fresh.length > 0) || undefined}
                />
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const nearNames = ['auj.', 'dem.']

/** The groups of this page, among all periods where there are others. */
function daysOf(groups: DayStripProps['groups'], periods: readonly Period[], now: Temporal.Instant) {
  const groupOf = new Map(groups.map((group) => [group.key, group]))
  const here = groups.map((group) => {
    const first = group.items[0]?.originalStart ?? ''
    return { key: group.key, title: group.title, start: dayOfGroup(group, now) ?? Date.parse(first) }
  })
  const startOf = new Map(here.map(({ key, start }) => [key, start]))
  return (periods.length > 0 ? periods : here).map((period) => ({
    ...period,
    start: startOf.get(period.key) ?? period.start,
    period: periods.length > 0 ? period : undefined,
    group: groupOf.get(period.key),
  }))
}

/** `lun.` over `23`, `déc.` over `2026`, `Plus` over `tard`. */
function shortNameOf({ key, title, start }: Period): { top: string; bottom: string } {
  if (key === '8') return { top: 'Plus', bottom: 'tard' }
  if (key.length === 1) {
    const { weekday, number } = formatShortDay(start)
    return { top: nearNames[Number(key)] ?? weekday, bottom: number }
  }
  const [, year = ''] = title.split(' ')
  return { top: formatShortMonth(start), bottom: year }
}

function longNameOf({ title, fresh, items }: SplitGroup<AgendaItem>): string {
  const count = counted(items.length, 'instant')
  return fresh.length === 0
    ? `${title}, ${count}`
    : `${title}, ${count} dont ${fresh.length} ${fresh.length > 1 ? 'nouveaux' : 'nouveau'}`
}

/** Scrolls inside the page: address and history stay; the heading takes the focus. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const group = document.getElementById(event.currentTarget.dataset.group ?? '')
  group?.scrollIntoView({ block: 'start' })
  group?.querySelector('h2')?.focus({ preventScroll: true })
}

/**
 * The id of the group being read: the one pressed, until the person scrolls, else the first one under the strip. At the end of
 * the page, a visible group may be unable to reach the strip.
 */
function useGroupInView(ids: readonly string[]): { current: string | undefined; choose: (id: string) => void } {
  const [inView, setInView] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    const shown = new Set<string>()
    const groups = all.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) shown.add(target.id)
          else shown.delete(target.id)
        }
        setInView(groups.find(({ id }) => shown.has(id))?.id)
      },
      { rootMargin: `-${landingLine(groups[0])}px 0px -40% 0px` },
    )
    for (const group of groups) observer.observe(group)
    return () => observer.disconnect()
  }, [all])
  useEffect(() => {
    const letGo = () => setChosen(undefined)
    const gestures = ['wheel', 'touchmove', 'keydown'] as const
    for (const gesture of gestures) window.addEventListener(gesture, letGo, { passive: true })
    return () => {
      for (const gesture of gestures) window.removeEventListener(gesture, letGo)
    }
  }, [])
  return { current: chosen ?? inView, choose: setChosen }
}

/** Threshold just below where `scrollIntoView` places a group: higher, the end of the former group would count. */
function landingLine(group: HTMLElement | undefined): number {
  if (!group) return 0
  const margin = Number.parseFloat(getComputedStyle(group).scrollMarginTop) || 0
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  return Math.round(margin + padding) + 1
}
