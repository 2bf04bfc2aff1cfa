import { type EventState, isOffState } from '../instants/event-state.ts'
import { formatDayWithoutYear } from '../kernel/french-format.ts'
import { dateAt, parisDayNumber } from '../kernel/paris-days.ts'
import { capitalise } from '../kernel/text.ts'
import { clockText, momentInWords, relativeDay, shortDay } from '../site/when.fr.ts'
import type { BookingState, EndedBy } from './booking.ts'
import { listClosedText } from './bookings.refusals.fr.ts'
import { leftText, type Seats, seatsText } from './seats.ts'

type Said = { state: BookingState; endedBy: EndedBy | null }

const clock = (at: number) => clockText({ epochMilliseconds: at })
const dayText = (at: number): string => shortDay(dateAt(at))

/** `Il reste 3 places sur 20 · jusqu’à samedi 9 h`: under the dates of an instant. */
export function seatsOpenText(
  { left, capacity }: Pick<Seats, 'left' | 'capacity'>,
  closesAt: number,
  now: number,
): string {
  const day = parisDayNumber(closesAt) === parisDayNumber(now) ? '' : `${relativeDay(dateAt(closesAt), dateAt(now))} `
  return `${leftText('open', left)} sur ${capacity} · jusqu’à ${day}${clock(closesAt)}`
}

/** What stays true once it is copied elsewhere: `20 places. Il en restait 3 le 12 mars à 14 h 05.`. */
export function standingText({ capacity, left, since }: Seats): string {
  const rest = left === 0 ? 'Il n’en restait plus' : `Il en restait ${left}`
  return `${seatsText(capacity)}. ${rest} le ${formatDayWithoutYear(since)} à ${clock(since)}.`
}

const stateWords: Record<Exclude<BookingState, 'ended'>, string> = {
  waiting: 'Liste d’attente',
  offered: 'Une place pour vous',
  held: 'Place réservée',
  came: 'Venu',
}

type Dated = { dateState: EventState; dateMessage: string | null }

/** The word of a ticket: of a cancelled date that alone, `Date annulée. Salle inondée`; of a postponed one beside what is held. */
export function bookingWord({ dateState, dateMessage, ...said }: Said & Dated, companyName: string): string {
  if (dateState !== 'cancelled' && dateState !== 'postponed') return stateWord(said, companyName)
  const dateWord = [dateWords[dateState], dateMessage].filter(Boolean).join(' ')
  return dateState === 'cancelled' ? dateWord : `${stateWord(said, companyName)} · ${dateWord}`
}

const dateWords = { cancelled: 'Date annulée.', postponed: 'Date reportée.' } as const

function stateWord({ state, endedBy }: Said, companyName: string): string {
  if (state !== 'ended') return stateWords[state]
  if (endedBy === 'owner') return `Annulée par ${companyName}`
  return endedBy === 'clock' ? 'Proposition passée' : 'Place rendue'
}

type Promised = Said &
  Pick<Dated, 'dateState'> & {
    hasNewTime: boolean
    position: number | null
    answerBy: number | null
    isListClosed: boolean
    reason: string
  }

/** What the ticket promises, in one sentence. */
export function bookingPromise(booking: Promised, now: number): string {
  const { state, endedBy, position, reason } = booking
  const rank = position === 1 ? '1ᵉʳ' : `${position}ᵉ`
  const sentences: Record<BookingState, string> = {
    waiting: booking.isListClosed
      ? listClosedText
      : `Vous êtes ${rank} sur la liste. Nous vous préviendrons si une place se libère.`,
    offered: `Répondez avant ${momentInWords(booking.answerBy ?? now, now)}.`,
    held: 'C’est réservé. Montrez ce code à l’arrivée.',
    came: 'Bienvenue\u00a0!',
    ended: endedBy === 'owner' && reason ? reason : endedTexts[endedBy ?? 'resident'],
  }
  return offPromise(booking) ?? sentences[state]
}

function offPromise({ state, dateState, hasNewTime }: Promised): string | undefined {
  if (state === 'came' || state === 'ended' || !isOffState(dateState, hasNewTime)) return undefined
  return dateState === 'cancelled' ? 'Vous n’avez rien à faire.' : 'Nous vous préviendrons de la nouvelle date.'
}

const endedTexts: Record<EndedBy, string> = {
  resident: 'C’est noté, merci d’avoir prévenu.',
  owner: 'Cette réservation a été annulée.',
  clock: 'La place est allée à la personne suivante.',
}

/** What the owner reads and exports. */
export const deskWords: Record<BookingState, string> = {
  waiting: 'En attente',
  offered: 'Proposée',
  held: 'Réservée',
  came: 'Venu',
  ended: 'Rendue',
}

type Event = { title: string; start: number }

/** The pushes to who holds or waits for a seat. */
export const bookingPushes = {
  offered: ({ title }: Event, answerBy: number, now: number) =>
    `Une place s’est libérée\u00a0: ${title}. Répondez avant ${momentInWords(answerBy, now)}.`,
  cancelled: ({ title, start }: Event) => `Annulé\u00a0: ${title}, ${dayText(start)}.`,
  postponed: ({ title, start }: Event) => `Reporté\u00a0: ${title}, ${dayText(start)}. La nouvelle date sera annoncée.`,
  moved: ({ title, start }: Event) => `Nouvelle date\u00a0: ${title}, ${dayText(start)} à ${clock(start)}.`,
  planned: ({ title, start }: Event) => `De nouveau prévu\u00a0: ${title}, ${dayText(start)} à ${clock(start)}.`,
  /** In place of the others, for whoever hides what notices say. */
  hidden: 'Une nouvelle de votre réservation',
  removed: ({ title, start }: Event, reason: string) =>
    `Annulé\u00a0: ${title}, ${dayText(start)}.${reason ? ` ${reason}` : ''}`,
  reminder: ({ title, start }: Event, now: number) => {
    const day = relativeDay(dateAt(start), dateAt(now))
    return `${capitalise(day)} à ${clock(start)}\u00a0: ${title}. Un empêchement\u00a0? Rendez votre place.`
  },
} as const

/** Said to the owner before a date that was booked is cancelled, moved or deleted. */
export const seatedText = (people: number): string =>
  people === 1
    ? 'Une personne a une place. Elle sera prévenue.'
    : `${people} personnes ont une place. Elles seront prévenues.`

/** Said to the owner once, when a date fills. */
export const filledText = ({ title, start }: Event): string => `C’est complet\u00a0: ${title}, ${dayText(start)}.`
