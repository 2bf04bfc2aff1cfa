import type { TimeLeft } from '@parvis/domain/instants/listed-instant'
import { toldText } from '@parvis/domain/instants/schedule.fr'
import {
  counted,
  formatCount,
  formatDayTime,
  formatRelative,
  formatShortDayTime,
} from '@parvis/domain/kernel/french-format'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Temporal } from 'temporal-polyfill'
import { numbersQuery } from '../../../lib/numbers.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useSeatsOf } from '../bookings/seated-note.tsx'
import type { InstantState, ServerInstant } from '../instant.ts'
import styles from './instant-card.module.css'

/**
 * Results of an instant: who was told that it is `changed` (`Annulé`), when followers were or will be notified, on how many
 * devices, and its views in thirty days.
 */
export function Results({ instant, changed }: { instant: ServerInstant; changed: string | undefined }) {
  const { id } = instant.instantInformation
  const { data } = useQuery(numbersQuery)
  const of = <N extends { instantId: number }>(numbers: readonly N[] = []) =>
    numbers.find(({ instantId }) => instantId === id)
  const seats = useSeatsOf(id)
  const texts = [
    changed && data && `${changed}\u00A0: ${toldText(of(data.changes), data.followersCount)}`,
    seats && `Places\u00a0: ${seats}`,
    ...notifiedTexts(instant, of(data?.reached)?.devices ?? 0),
    viewsText(of(data?.instants)),
  ]
  const said = texts.filter(Boolean)
  return said.length === 0 ? null : <p className={styles.results}>{said.join(' · ')}</p>
}

function notifiedTexts(instant: ServerInstant, devices: number): string[] {
  const isSent = instant.notificationSent
  const date = readDateTime((isSent ? instant.lastNotificationDate : instant.notificationDate) ?? '')
  if (!date) return []
  const when = `Notification ${isSent ? 'envoyée' : 'prévue'} le ${formatShortDayTime(date.epochMilliseconds)}`
  return isSent && devices > 0 ? [when, `Reçue sur ${counted(devices, 'appareil')}`] : [when]
}

/** `Vu 12 fois, dont 3 par la notification` */
function viewsText({ views, openedNotifications } = { views: 0, openedNotifications: 0 }): string {
  if (views === 0) return ''
  const opened = openedNotifications > 0 ? `, dont ${formatCount(openedNotifications)} par la notification` : ''
  return `Vu ${formatCount(views)} fois${opened}`
}

const draftTexts = {
  like: 'Laissé en brouillon\u00a0: il ressemble à un événement que vous avez déjà écrit.',
  elsewhere: 'Laissé en brouillon\u00a0: il a lieu dans une autre commune.',
}

type NotesProps = { instant: ServerInstant; message: string | null | undefined }

/** The state that residents see, the time of publication, and why an event of the calendar was not published with the others. */
export function Notes({ instant: { publication, fromCalendar }, message }: NotesProps) {
  const { state, at } = publication
  const notes = [
    message,
    state === 'scheduled' && at && `Programmé pour le ${formatDayTime(at)}`,
    fromCalendar?.why && draftTexts[fromCalendar.why],
  ]
  return notes.map((note) =>
    note ? (
      <p key={note} className={styles.results}>
        {note}
      </p>
    ) : null,
  )
}

const looks: Record<InstantState, { tone: 'success' | 'waiting' | 'off' | 'warning' | 'info'; text: string }> = {
  running: { tone: 'success', text: 'En cours' },
  coming: { tone: 'waiting', text: 'À venir' },
  paused: { tone: 'off', text: 'En pause' },
  over: { tone: 'info', text: 'Terminé' },
  scheduled: { tone: 'waiting', text: 'Programmé' },
  draft: { tone: 'warning', text: 'Brouillon' },
}

/** Where an instant stands, in a word and an icon. */
export function StateBadge({ state }: { state: InstantState }) {
  const icon = state === 'paused' ? IconPlayerPause : undefined
  return (
    <StatusBadge tone={looks[state].tone} icon={icon}>
      {looks[state].text}
    </StatusBadge>
  )
}

type TimeLeftBarProps = { left: TimeLeft; start: number | undefined; now: Temporal.Instant }

/** When it begins, then how long it still lasts, in words, colour and share of the last hour. */
export function TimeLeftBar({ left, start, now }: TimeLeftBarProps) {
  const { minutes, percent, colour } = left
  return (
    <div className={`small bold ${styles.left}`} data-colour={colour} data-percent={percent}>
      <span>{minutes === undefined ? startText(start, now) : durationText(minutes)}</span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}

/** `Commence dans 3 heures` */
function startText(start: number | undefined, now: Temporal.Instant): string {
  return start === undefined ? '' : `Commence ${formatRelative(start, now.epochMilliseconds)}`
}

/** `Encore 45 min`, `Encore 3 h 05`. */
function durationText(minutes: number): string {
  if (minutes < 60) return `Encore ${minutes}\u00a0min`
  const rest = minutes % 60
  const hours = Math.floor(minutes / 60)
  return `Encore ${hours}\u00a0h${rest === 0 ? '' : `\u00a0${String(rest).padStart(2, '0')}`}`
}
