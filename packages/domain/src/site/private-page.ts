import type { BookingAnswer } from '../bookings/site-bookings.contract.ts'
import type { ConversationEntry, ResidentMessage } from '../messages/messages.contract.ts'
import type { OrderAnswer } from '../orders/orders.contract.ts'
import type { LetterRhythm } from '../residents/letter.ts'
import type { BusinessCard, Link, ListContent, ListLine } from './shown.ts'
import type { ResidentMe } from './site.contract.ts'

/** What only its reader sees: never kept by a shared cache. */
export type PrivateContent =
  | {
      kind: 'follows'
      /** The transfer of the app that has just been installed, and whom it makes of this device. */
      installed?: { token: string; firstName: string | null } | undefined
      follows: readonly BusinessCard[]
      /** Asked to be told of one of them at least. */
      isTold: boolean
      news: readonly ListLine[]
      /** Orders under way, and seats. */
      orders: readonly ListLine[]
    }
  | {
      kind: 'settings'
      now: number
      me: ResidentMe
      letter: LetterShown | null
      /** As the field of the home writes it: `Clichy 92110`. */
      town: string
      /** « Votre commande de … sera effacée un jour après le retrait »: the last one to come, in epoch milliseconds. */
      lastPickup: number | null
    }
  | { kind: 'write'; company: Link; companyId: string; firstName: string }
  | {
      kind: 'order'
      company: Link
      companyId: string
      instruction: string
      days: readonly SlotDay[]
      /** Slots are off: any future minute may be asked. */
      takesAnyTime: boolean
      photoAllowed: boolean
      typed: OrderTyped
      /** Quarters that are still free, when the one that was asked is not. */
      free: readonly Quarter[]
      error?: FormError
      paused?: string
    }
  | ListContent<'orders'>
  | ListContent<'conversations'>
  | (TicketFrame & {
      kind: 'ticket'
      order: OrderAnswer
      /** Quarters offered to whoever may still change their request; null to the others. */
      days: readonly SlotDay[] | null
    })
  | (TicketFrame & { kind: 'booking'; booking: BookingAnswer })
  | {
      kind: 'conversation'
      now: number
      conversation: Correspondence
      company: Link
      /** What waits for the first answer of a person of the shop; null once pictures may be sent. */
      awaiting: string | null
      /** The oldest first. */
      messages: readonly ResidentMessage[]
      /** The addresses of the messages before, and of the last ones where these are older. */
      earlier: string | null
      later: string | null
    }
  | { kind: 'transfer'; code?: string; address: string; qr?: string }
  | { kind: 'install' }
  | { kind: 'offline' }
  | {
      kind: 'report'
      error?: string
      reasons: readonly { value: string; label: string }[]
      address: string
      text: string
      /** What else was typed in a form that was refused. */
      reason?: string
      name?: string
      email?: string
      goodFaith?: boolean
    }

/** A conversation of the list of a resident, which holds broadcasts beside them. */
export type Correspondence = ConversationEntry & { uuid: string }

export type Quarter = { value: string; label: string }
export type SlotDay = { date: string; day: string; quarters: readonly Quarter[] }
/** What is wrong in a form that was refused, beside its field; without one, before the form. */
export type FormError = { field?: string; sentence: string }
/** `day`: `other` for a time out of the quarters, which `pickupDateTime` holds. */
export type OrderTyped = {
  orderContent: string
  firstName: string
  slot?: string
  day?: string
  pickupDateTime?: string
  flexible?: string
  maxTotal?: string
}
/** Around what a ticket is of, an order or seats: whose it is, and where to go. */
export type TicketFrame = { now: number; name: string; shop: TicketShop }
export type TicketShop = {
  company: Link
  phone: string | null
  address: readonly string[]
  directions: string | null
}

/** A letter as the settings show it: the sentence that says where it stands. */
export type LetterShown = { email: string; rhythm: LetterRhythm; sentence: string | null }
