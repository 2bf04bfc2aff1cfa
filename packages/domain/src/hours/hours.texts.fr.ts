import { dayName } from '../company/opening-hours.ts'
import { completeClockTime, formatClockTime, readClockTime } from '../kernel/clock-time.ts'
import { formatDayWithoutYear } from '../kernel/french-format.ts'
import { absent, conflict, forbidden, type Refusals } from '../kernel/refusal.ts'
import { capitalise } from '../kernel/text.ts'
import type { DayRange, RangeFault } from './typed-week.ts'

export const hoursRefusals = {
  'hours.limit': forbidden(
    'HOURS_LIMIT',
    'Vous avez atteint le nombre d’horaires que nous pouvons garder. Supprimez ceux qui ne servent plus.',
  ),
  'hours.exception_not_found': absent('EXCEPTION_NOT_FOUND', 'Cette fermeture ou ce jour particulier n’existe plus.'),
  'hours.newer_version': conflict(
    'NEWER_VERSION',
    'Vos horaires ont été modifiés sur un autre appareil. Rien n’a été enregistré.',
  ),
  'hours.closure_overlap': conflict(
    'CLOSURE_OVERLAP',
    'Une fermeture est déjà prévue à ces dates. Modifiez-la, ou choisissez d’autres dates.',
  ),
  'hours.day_already_set': conflict('DAY_ALREADY_SET', 'Ce jour a déjà des horaires particuliers.'),
  'hours.already_closed': conflict('ALREADY_CLOSED', 'Vous êtes déjà fermé pour aujourd’hui.'),
} satisfies Refusals

export const hoursFieldTexts = {
  day_format_error: 'Écrivez la date en entier\u00a0: JJ/MM/AAAA.',
  past_day_error: 'Cette date est passée.',
  closure_order_error: 'La fin doit suivre le début.',
  closure_too_long: 'Une fermeture dure un an au plus.',
  closure_message_error: 'Ce message est trop long (140 caractères maximum).',
  one_day_error: 'Des horaires particuliers valent pour un seul jour.',
  set_label_error: 'Donnez un nom à ces horaires, de 40 caractères au plus.',
} as const satisfies Record<string, string>

export type HoursFieldKey =
  | keyof typeof hoursFieldTexts
  | 'opening hours error'
  | 'opening_day_error'
  | 'opening_start_error'
  | 'opening_end_error'

/** The labels of the extra hours; the owner names the last one. */
export const setLabels = {
  pickup: 'Retrait des commandes',
  phone: 'Téléphone',
  kitchen: 'Cuisine',
  delivery: 'Livraison',
  reception: 'Accueil',
  other: null,
} as const satisfies Record<string, string | null>

export type SetKey = keyof typeof setLabels
export const setKeys = Object.keys(setLabels) as [SetKey, ...SetKey[]]

/** `du 3 au 18 août`, `du 28 juillet au 10 août`, `le 3 août` of days `YYYY-MM-DD`. */
export function daysText(from: string, to: string): string {
  const [start, end] = [formatDayWithoutYear(from), formatDayWithoutYear(to)]
  if (from === to) return `le ${end}`
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `du ${sameMonth ? start.split(' ')[0] : start} au ${end}`
}

/**
 * What a closure or a particular day tells the followers, ready to be sent: `Nous serons fermés du 3 au 18 août. Congés
 * d’été. À très vite !`, `Le 15 août, nous serons ouverts de 9 h à 12 h.`.
 */
export function closureNews({ from, to, ranges, message }: SavedEntry): string {
  const hours = ranges.map(({ start, end }) => `de ${hourOf(start)} à ${hourOf(end)}`).join(' et ')
  const fact = hours
    ? `L${daysText(from, from).slice(1)}, nous serons ouverts ${hours}.`
    : `Nous serons fermés ${daysText(from, to)}.`
  return [fact, message].filter(Boolean).join(' ')
}

type SavedEntry = {
  from: string
  to: string
  ranges: readonly { start: string; end: string }[]
  message: string | null
}

/** Names the other closure (time-and-orders.md 2.4). */
export function overlapText(from: string, to: string): string {
  return `Une fermeture est déjà prévue ${daysText(from, to)}. Modifiez-la, ou choisissez d’autres dates.`
}

/** What a typed range is told or asked, naming its day: `Mardi : « 25:00 » n’est pas une heure. Écrivez par exemple 9 h ou 09:00.` */
export function rangeFaultText({ day, start, end }: DayRange, fault: RangeFault): string {
  const name = dayName(day)
  return `${capitalise(name)}\u00A0: ${faultTexts[fault](start, end)}`
}

const faultTexts: Record<RangeFault, (start: string, end: string) => string> = {
  start: (start) => noHour(start, 'l’heure d’ouverture'),
  end: (_, end) => noHour(end, 'l’heure de fermeture'),
  short: () => 'la fermeture doit suivre l’ouverture d’au moins 5 minutes.',
  equal: (start, end) => `de ${hourOf(start)} à ${hourOf(end)}, êtes-vous ouvert 24\u00A0h/24\u00A0?`,
  night: (start, end) => `de ${hourOf(start)} à ${hourOf(end)}, êtes-vous ouvert toute la nuit\u00A0?`,
  overlap: () => 'ces horaires se chevauchent.',
}

function noHour(typed: string, which: string): string {
  return typed.trim() === ''
    ? `${which} manque.`
    : `«\u00A0${typed.trim()}\u00A0» n’est pas une heure. Écrivez par exemple 9\u00A0h ou 09:00.`
}

/** `9 h 30` of a time as typed. */
export function hourOf(typed: string): string {
  return formatClockTime(readClockTime(completeClockTime(typed)) ?? 0)
}
