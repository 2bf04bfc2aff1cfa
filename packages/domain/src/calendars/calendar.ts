import type { Temporal } from 'temporal-polyfill'
import { categoriesOfForm, instantCategories } from '../instants/kind.ts'
import { minutesPerDay } from '../kernel/clock-time.ts'
import { counted } from '../kernel/french-format.ts'
import { clockText, momentWords } from '../site/when.fr.ts'

/** Where a subscription stands: never read, read, not read lately, or read with so much gone that its owner is asked. */
export const calendarStates = ['waiting', 'read', 'failing', 'shrunk'] as const
export type CalendarState = (typeof calendarStates)[number]

export const calendarReasons = ['silent', 'refused', 'too_large', 'not_a_calendar', 'too_complex'] as const
export type CalendarReason = (typeof calendarReasons)[number]

/** Why an imported instant stays a draft: another town’s postcode, or one like an instant that was written by hand. */
export type DraftReason = 'like' | 'elsewhere'

/** Why an event is not imported, as its owner reads it. */
export const leftOutReasons = {
  rule: 'répétition non comprise',
  plan: 'au-delà de votre offre',
  ours: 'déjà sur Parvis',
  long: 'dure plus de 31 jours',
  reversed: 'se termine avant de commencer',
} as const
export type LeftOutReason = keyof typeof leftOutReasons

/** The categories that an event may have, in the order of their ids. */
export const calendarCategories = instantCategories.filter(({ slug }) => categoriesOfForm('event').includes(slug))

const minutesBetweenReadings = 60
const hourlyTries = 10

/**
 * Minutes until the next reading: hourly, within five minutes so that subscriptions spread; after ten failures in a row, or one that
 * cost too much, daily. `random` is from 0 to 1.
 */
export function minutesToNext(reason: CalendarReason | null, failures: number, random: number): number {
  const isDaily = reason === 'too_complex' || failures > hourlyTries
  return (isDaily ? minutesPerDay : minutesBetweenReadings) - 5 + random * 10
}

type Said = {
  state: CalendarState
  reason: CalendarReason | null
  now: Temporal.Instant
  readAt: Temporal.Instant | null
  nextAt: Temporal.Instant
  /** Imported events to come, and those of them that the last reading did not find. */
  events: number
  gone: number
}

const manyEvents = (count: number): string => counted(count, 'événement')

/** What the owner of a calendar reads of it. */
export function calendarText({ state, reason, now, readAt, nextAt, events, gone }: Said): string {
  if (state === 'waiting' || !readAt) return 'Lecture en cours…'
  if (state === 'shrunk') {
    const verb = gone > 1 ? 'ont' : 'a'
    return `${manyEvents(gone)} ${verb} disparu d’un coup. Rien n’a été annulé ici.`
  }
  if (state === 'read') return `Lu à ${clockText(readAt)}\u00a0: ${manyEvents(events)} à venir.`
  return reasonTexts[reason ?? 'silent'](momentWords(nextAt, now).replace('aujourd’hui ', ''))
}

const reasonTexts: Record<CalendarReason, (next: string) => string> = {
  silent: (next) => `Votre calendrier ne répond pas. Nouvel essai ${next}.`,
  refused: () => 'Cette adresse n’est pas publique.',
  too_large: () => 'Ce calendrier dépasse 1\u00a0Mo ou 2\u202f000 événements.',
  not_a_calendar: () => 'Cette adresse ne mène pas à un calendrier.',
  too_complex: () => 'Ce calendrier n’a pas pu être lu.',
}
