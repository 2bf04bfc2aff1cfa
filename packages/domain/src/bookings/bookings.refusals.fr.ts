import { absent, conflict, type Refusals } from '../kernel/refusal.ts'

export const bookingsRefusals = {
  'bookings.not_found': absent('BOOKING_NOT_FOUND', 'Cette réservation n’existe pas'),
  'bookings.code_unknown': absent('CODE_UNKNOWN', 'Personne n’a réservé pour cette date avec ce code.'),
  'bookings.full': conflict('BOOKING_FULL', 'C’est complet\u00a0: la dernière place vient de partir.'),
  'bookings.closed': conflict('BOOKING_CLOSED', 'Les réservations sont closes pour cette date.'),
  'bookings.ended': conflict('BOOKING_ENDED', 'Cette place n’est plus à vous.'),
  'bookings.newer_version': conflict('NEWER_VERSION', 'Modifié sur un autre appareil. Rien n’a été enregistré.'),
} satisfies Refusals

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
    ? bookingsRefusals['bookings.full'].text
    : `Il ne reste ${left === 1 ? 'qu’une place' : `que ${left} places`}.`

export const cancelledText = 'Cette date est annulée.'
export const listClosedText = 'La liste est close.'
