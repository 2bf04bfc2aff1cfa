import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { ServerInstant } from '../instant.ts'

export function ChangeBadge({ word, isOff }: { word: string | undefined; isOff: boolean }) {
  if (!word) return isOff ? <StatusBadge tone="danger">Annulé</StatusBadge> : null
  return <StatusBadge tone={isOff ? 'danger' : 'info'}>{word}</StatusBadge>
}

type Of = { of: Pick<ServerInstant, 'fromCalendar'> }

export function CalendarBadge({ of: { fromCalendar } }: Of) {
  return fromCalendar ? <StatusBadge tone="info">Du calendrier</StatusBadge> : null
}

const draftTexts = {
  like: 'Laissé en brouillon\u00a0: il ressemble à un événement que vous avez déjà écrit.',
  elsewhere: 'Laissé en brouillon\u00a0: il a lieu dans une autre commune.',
}

/** Why an event of the calendar was not published with the others. */
export function DraftReason({ of: { fromCalendar }, className }: Of & { className: string | undefined }) {
  return fromCalendar?.why ? <p className={className}>{draftTexts[fromCalendar.why]}</p> : null
}
