import { formatClockTime, readClockTime } from '../kernel/clock-time.ts'
import { frenchDayOfMonth } from '../kernel/french-date.ts'
import type { Refusals } from '../kernel/refusal.ts'

export const hoursRefusals = {
  'hours.limit': { kind: 'forbidden', code: 'HOURS_LIMIT' },
  'hours.exception_not_found': { kind: 'not-found', code: 'EXCEPTION_NOT_FOUND' },
  'hours.newer_version': { kind: 'conflict', code: 'NEWER_VERSION' },
  'hours.closure_overlap': { kind: 'conflict', code: 'CLOSURE_OVERLAP' },
  'hours.day_already_set': { kind: 'conflict', code: 'DAY_ALREADY_SET' },
  'hours.already_closed': { kind: 'conflict', code: 'ALREADY_CLOSED' },
} as const satisfies Refusals

export const hoursRefusalTexts: Record<keyof typeof hoursRefusals, string> = {
  'hours.limit': 'Vous avez atteint le nombre d’horaires que nous pouvons garder. Supprimez ceux qui ne servent plus.',
  'hours.exception_not_found': 'Cette fermeture ou ce jour particulier n’existe plus.',
  'hours.newer_version': 'Vos horaires ont été modifiés sur un autre appareil. Rien n’a été enregistré.',
  'hours.closure_overlap': 'Une fermeture est déjà prévue à ces dates. Modifiez-la, ou choisissez d’autres dates.',
  'hours.day_already_set': 'Ce jour a déjà des horaires particuliers.',
  'hours.already_closed': 'Vous êtes déjà fermé pour aujourd’hui.',
}

export const hoursFieldTexts = {
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
  const end = dayOfMonth(to)
  if (from === to) return `le ${end}`
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  const start = sameMonth ? dayOfMonth(from).split(' ')[0] : dayOfMonth(from)
  return `du ${start} au ${end}`
}

/**
 * What a closure or a particular day tells the followers, ready to be sent: `Nous serons fermés du 3 au 18 août. Congés
 * d’été. À très vite !`, `Le 15 août, nous serons ouverts de 9 h à 12 h.` (H-025).
 */
export function closureNews({ from, to, ranges, message }: SavedEntry): string {
  const hour = (time: string) => formatClockTime(readClockTime(time) ?? 0)
  const hours = ranges.map(({ start, end }) => `de ${hour(start)} à ${hour(end)}`).join(' et ')
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

/** Names the other closure (2.4). */
export function overlapText(from: string, to: string): string {
  return `Une fermeture est déjà prévue ${daysText(from, to)}. Modifiez-la, ou choisissez d’autres dates.`
}

function dayOfMonth(date: string): string {
  return frenchDayOfMonth({ day: Number(date.slice(8, 10)), month: Number(date.slice(5, 7)) })
}
