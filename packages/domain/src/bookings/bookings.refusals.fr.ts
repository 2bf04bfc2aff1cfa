import type { Refusals } from '../kernel/refusal.ts'

export const bookingsRefusals = {
  'bookings.not_found': { kind: 'not-found', code: 'BOOKING_NOT_FOUND' },
  'bookings.code_unknown': { kind: 'not-found', code: 'CODE_UNKNOWN' },
  'bookings.full': { kind: 'conflict', code: 'BOOKING_FULL' },
  'bookings.closed': { kind: 'conflict', code: 'BOOKING_CLOSED' },
  'bookings.ended': { kind: 'conflict', code: 'BOOKING_ENDED' },
  'bookings.newer_version': { kind: 'conflict', code: 'NEWER_VERSION' },
} as const satisfies Refusals

export const bookingsRefusalTexts: Record<keyof typeof bookingsRefusals, string> = {
  'bookings.not_found': 'Cette réservation n’existe pas',
  'bookings.code_unknown': 'Personne n’a réservé pour cette date avec ce code.',
  'bookings.full': 'C’est complet\u00a0: la dernière place vient de partir.',
  'bookings.closed': 'Les réservations sont closes pour cette date.',
  'bookings.ended': 'Cette place n’est plus à vous.',
  'bookings.newer_version': 'Modifié sur un autre appareil. Rien n’a été enregistré.',
}

/** French sentences of the bookings' field keys. */
export const bookingsFieldTexts = {
  bookings_need_dates: 'Les réservations demandent des dates\u00a0: cet instant suit vos horaires d’ouverture',
  booking_date_error: 'Cette date n’est pas proposée',
  seats_error: 'Ce nombre de places n’est pas possible',
  seats_capacity_error: 'De 1 à 500 places, ou rien',
  per_person_error: 'De 1 à 10 places par personne',
  closes_minutes_error: 'La liste se ferme au plus tôt sept jours avant le début',
  booking_name_error: 'Un nom de 2 à 50 caractères',
  booking_note_error: 'Cette note est trop longue (100 caractères maximum)',
  booking_reason_error: 'Ce motif est trop long (200 caractères maximum)',
} as const satisfies Record<string, string>

/** « De 1 à 2 places par personne. » */
export const perPersonText = (most: number): string =>
  most === 1 ? 'Une place par personne.' : `De 1 à ${most} places par personne.`

/** « Il ne reste que 2 places. » */
export const tooManyText = (left: number): string =>
  left === 0
    ? bookingsRefusalTexts['bookings.full']
    : `Il ne reste ${left === 1 ? 'qu’une place' : `que ${left} places`}.`

export const cancelledText = 'Cette date est annulée.'
export const listClosedText = 'La liste est close.'
