import type { Temporal } from 'temporal-polyfill'
import { formatDayTime, formatEuros, formatTime } from '../kernel/french-format.ts'
import { parisDayNumber } from '../kernel/paris-days.ts'
import { parisDay } from '../kernel/paris-time.ts'
import { capitalise } from '../kernel/text.ts'
import { clockText, momentInWords, momentText, shortDay } from '../site/when.fr.ts'
import type { NewOrder, OrderValidation } from './order.ts'
import { type OrderSide, type OrderState, type OrderStep, promiseOf, stateWord } from './order-states.ts'

/** The resident's message that places an order: what, when, and its coupon (api.md 8.25). */
export function placedOrderText({ pickup, content, coupon }: NewOrder): string {
  const lines = [`Commande pour le ${formatDayTime(pickup.epochMilliseconds)}`, '', content]
  return (coupon === '' ? lines : [...lines, '', `Code promo : ${coupon}`]).join('\n')
}

/** The company's message that accepts it: final content, time and total (api.md 8.25). */
export function validatedOrderText(final: OrderValidation): string {
  return ['Votre commande est validée.', '', ...agreedLines(final)].join('\n')
}

/** The company's message that refuses it, with the reason and what it was about. */
export function cancelledOrderText(reason: string, content: string): string {
  return ['Votre commande est annulée.', '', `Raison : ${reason}`, `Commande : ${content}`].join('\n')
}

/** The company's message that calls an accepted order off, with the reason. */
export function revokedOrderText(reason: string, content: string): string {
  return ['Le commerce a annulé votre commande.', '', `Raison : ${reason}`, `Commande : ${content}`].join('\n')
}

/** What is said of an order to come, and of its business, that has left Parvis. */
export const lostOrderText = (pickup: Temporal.Instant): string =>
  `Annulée\u00a0: votre commande pour le ${formatDayTime(pickup.epochMilliseconds)}.`
export const goneText = (company: string): string => `${company} a quitté Parvis.`

/** In its place, for whoever hides what notices say. */
export const hiddenOrderText = 'Une nouvelle de votre commande'

export const stepTexts: Record<OrderStep, string> = {
  ready: 'Votre commande est prête, elle vous attend.',
  collected: 'Votre commande a été retirée. Merci de votre visite !',
  not_collected: 'Votre commande n’a pas été retirée.',
}

/** What corrects the message of a step that is taken back (4.1, undo); `start` sent none. */
export const undoneTexts: Record<string, string> = {
  ready: 'Correction : votre commande n’est pas encore prête.',
  collected: 'Correction : votre commande n’est pas encore retirée, elle vous attend.',
  no_show: 'Correction : votre commande vous attend encore.',
}

/** The company's proposal, with the last hour to answer (time-and-orders.md 4.3). */
export function proposedOrderText(
  proposal: OrderValidation & { note: string; expiresAt: Temporal.Instant },
  now: Temporal.Instant,
): string {
  const { expiresAt, note } = proposal
  const isToday = parisDayNumber(expiresAt.epochMilliseconds) === parisDayNumber(now.epochMilliseconds)
  const until = isToday ? formatTime(expiresAt.epochMilliseconds) : `le ${formatDayTime(expiresAt.epochMilliseconds)}`
  const lines = ['Nous vous proposons :', ...agreedLines(proposal), `Répondez avant ${until}.`]
  return (note === '' ? lines : [...lines, '', note]).join('\n')
}

/** The resident's message that agrees to a proposal. */
export function agreedOrderText(proposal: OrderValidation): string {
  return ['C’est d’accord.', '', ...agreedLines(proposal)].join('\n')
}

/** The resident's message that changes what they asked for. */
export function changedOrderText({ pickup, content }: { pickup: Temporal.Instant; content: string }): string {
  return [
    'Demande modifiée.',
    '',
    `Retrait : ${formatDayTime(pickup.epochMilliseconds)}`,
    `Commande : ${content}`,
  ].join('\n')
}

/** The shop reads it in the thread. */
export const withdrawnOrderText = 'Annulée par le client'
/** Read by both sides when nobody answered in time (time-and-orders.md 4.3). */
export const expiredOrderText = promiseOf({ state: 'expired', cancelledBy: null })

/** The state of an order in the words of its shop: on its cards and in its file. */
export function deskStateWord(said: { state: OrderState; cancelledBy: OrderSide | null }): string {
  if (said.state === 'cancelled') return said.cancelledBy === 'company' ? 'Annulée par vous' : 'Annulée par le client'
  return { asked: 'À traiter', proposed: 'Proposée' }[said.state as string] ?? stateWord(said)
}

/** A line of the history of an order, in the words of its shop; `by` tells who agreed to a proposal. */
export function deskEventText(what: string, by: string): string {
  if (what === 'accept') return by === 'resident' ? 'Acceptée par le client' : 'Acceptée pour le client'
  return deskEvents[what] ?? what
}

const deskEvents: Record<string, string> = {
  place: 'Demande reçue',
  change: 'Modifiée par le client',
  validate: 'Acceptée',
  propose: 'Proposition envoyée',
  refuse: 'Refusée',
  withdraw: 'Annulée par le client',
  start: 'En préparation',
  ready: 'Prête',
  collected: 'Retirée',
  no_show: 'Pas venu',
  revoke: 'Annulée par vous',
  undo: 'Étape corrigée',
  expire: 'Close sans réponse',
}

/** `Ce créneau est complet (5 sur 5). Le proposer quand même ?`, to the shop, which the capacity does not bind. */
export function fullQuarterText(taken: number, capacity: number): string {
  return `Ce créneau est complet (${taken} sur ${capacity}). Le proposer quand même\u00A0?`
}

/** `Aujourd’hui, 12 h 30`, `Demain, 9 h`, `Lundi 15 mars, 9 h` of an order at the desk. */
export const deskMoment = (at: number, now: number): string => capitalise(momentText(at, now))

/** `Ce commerce reprend les commandes à 12 h 30.` */
export function pausedText(end: Temporal.Instant, now: Temporal.Instant): string {
  const text = momentInWords(end.epochMilliseconds, now.epochMilliseconds)
  const isToday = parisDay(end).equals(parisDay(now))
  return `Ce commerce reprend les commandes ${isToday ? `à ${text}` : text}.`
}

/** `Ce créneau vient d’être pris. Prochains créneaux : 17 h 15, 17 h 30, 17 h 45.`; the day is said when it is not that of the wish. */
export function slotsText(sentence: string, slots: readonly Temporal.Instant[], wished: Temporal.Instant): string {
  if (slots.length === 0) return `${sentence} Aucun autre créneau n’est libre.`
  const words = slots.map((slot) => {
    const clock = clockText(slot)
    return parisDay(slot).equals(parisDay(wished)) ? clock : `${shortDay(parisDay(slot))} ${clock}`
  })
  return `${sentence} Prochains créneaux\u00A0: ${words.join(', ')}.`
}

function agreedLines({ pickup, content, totalCents }: OrderValidation): string[] {
  return [
    `Retrait : ${formatDayTime(pickup.epochMilliseconds)}`,
    `Commande : ${content}`,
    `Total : ${formatEuros(totalCents)}`,
  ]
}
