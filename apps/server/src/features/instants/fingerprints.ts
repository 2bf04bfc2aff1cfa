import { createHash } from 'node:crypto'
import type { DraftReason, LeftOutReason } from '@parvis/domain/calendars/calendar'
import {
  type Fingerprints,
  groupTexts,
  type ImportedInstant,
  type OwnedGroup,
  ownedGroups,
} from '@parvis/domain/calendars/imported-event'
import type { StoredItem } from '@parvis/domain/instants/schedule'

/** Of an instant that came from a calendar, read with it: what the last reading wrote, why it stays a draft, and what it is like. */
export type FromCalendar = [written: Fingerprints, why: DraftReason | LeftOutReason | null, like: number | null]

/** A digest of each group of an instant. */
export function fingerprintsOf(instant: ImportedInstant, items: readonly StoredItem[]): Fingerprints {
  const texts = groupTexts(instant, items)
  const hash = (group: OwnedGroup) => createHash('sha256').update(texts[group]).digest('base64url').slice(0, 16)
  return { texts: hash('texts'), place: hash('place'), dates: hash('dates'), state: hash('state') }
}

/** The groups that a hand changed since the last reading wrote them. */
export function ownedOf(
  written: Fingerprints,
  instant: ImportedInstant,
  items: readonly StoredItem[],
): Set<OwnedGroup> {
  const now = fingerprintsOf(instant, items)
  return new Set(ownedGroups.filter((group) => now[group] !== written[group]))
}

/** Null of an instant that was written by hand. */
export function answerFromCalendar(
  instant: ImportedInstant & { from_calendar?: FromCalendar | null },
  items: readonly StoredItem[],
) {
  if (!instant.from_calendar) return null
  const [written, why, like] = instant.from_calendar
  const reason = why === 'like' || why === 'elsewhere' ? why : null
  return { owned: [...ownedOf(written, instant, items)], why: reason, like }
}
