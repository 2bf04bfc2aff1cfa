import { expect, test } from 'vitest'
import { answerBy, isListMoving, reminderAt } from './booking.ts'
import { bookingPromise, bookingWord } from './booking-texts.fr.ts'
import { leftText } from './seats.ts'

const at = (iso: string): number => Date.parse(iso)
const iso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString())

test.each([
  ['an eighth of the time to the start', '2027-03-09T10:00+01:00', '2027-03-10T02:00+01:00', '2027-03-09T12:00+01:00'],
  ['a quarter of an hour at least', '2027-03-09T10:00+01:00', '2027-03-09T11:00+01:00', '2027-03-09T10:15+01:00'],
  ['twelve hours at most', '2027-03-09T09:00+01:00', '2027-03-29T18:00+02:00', '2027-03-10T09:00+01:00'],
  ['in the evening, the next morning', '2027-03-09T20:55+01:00', '2027-03-09T23:30+01:00', '2027-03-09T23:30+01:00'],
  ['at night, the morning', '2027-03-28T01:30+01:00', '2027-03-28T23:00+02:00', '2027-03-28T09:00+02:00'],
])('J-013 an offer waits for its answer: %s', (_how, now, start, wanted) => {
  expect(iso(answerBy(at(now), at(start), at(start)))).toBe(iso(at(wanted)))
})

test('J-013 an offer never waits beyond the closing of the list', () => {
  const [now, start, closing] = ['2027-03-09T10:00+01:00', '2027-03-12T18:00+01:00', '2027-03-09T11:00+01:00'].map(at)
  expect(iso(answerBy(now as number, start as number, closing as number))).toBe(iso(closing as number))
})

test('J-015 the list stands still from the closing on, and while its date is cancelled or postponed without a day', () => {
  const date = { start: 1_000_000, state: 'planned', formerStart: null } as const
  expect(isListMoving(date, 900_000, 899_999)).toBe(true)
  expect(isListMoving(date, 900_000, 900_000)).toBe(false)
  expect(isListMoving({ ...date, state: 'cancelled' }, 900_000, 1)).toBe(false)
  expect(isListMoving({ ...date, state: 'postponed' }, 900_000, 1)).toBe(false)
  expect(isListMoving({ ...date, state: 'postponed', formerStart: 1 }, 900_000, 1)).toBe(true)
})

test('J-019 the reminder: the evening before at 18:00, an hour before for who booked later, none in the last three hours', () => {
  const start = at('2027-03-14T18:00+01:00')
  expect(iso(reminderAt(start, at('2027-03-10T10:00+01:00')))).toBe(iso(at('2027-03-13T18:00+01:00')))
  expect(iso(reminderAt(start, at('2027-03-14T09:00+01:00')))).toBe(iso(at('2027-03-14T17:00+01:00')))
  expect(reminderAt(start, at('2027-03-14T15:01+01:00'))).toBeNull()
})

test('J-025 what is left is said in one of four ways', () => {
  expect([leftText('open', 3), leftText('open', 1), leftText('full', 0), leftText('closed', 3)]).toEqual([
    'Il reste 3 places',
    'Il reste 1 place',
    'Complet',
    'Réservations closes',
  ])
})

test('J-018 what a ticket says of a date that is off, and of one that has its new time', () => {
  const held = {
    state: 'held',
    endedBy: null,
    position: null,
    answerBy: null,
    isListClosed: false,
    reason: '',
  } as const
  const said = (dateState: 'planned' | 'cancelled' | 'postponed', hasNewTime = false) => [
    bookingWord({ ...held, dateState, dateMessage: null }, 'Le Club'),
    bookingPromise({ ...held, dateState, hasNewTime }, 0),
  ]
  const promise = 'C’est réservé. Montrez ce code à l’arrivée.'
  expect(said('planned')).toEqual(['Place réservée', promise])
  expect(said('cancelled')).toEqual(['Date annulée.', 'Vous n’avez rien à faire.'])
  expect(said('postponed')).toEqual(['Place réservée · Date reportée.', 'Nous vous préviendrons de la nouvelle date.'])
  expect(said('postponed', true)).toEqual(['Place réservée · Date reportée.', promise])
})
