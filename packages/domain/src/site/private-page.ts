import type { FollowMode } from '../residents/attention.ts'
import type { LetterRhythm } from '../residents/letter.ts'
import type { Link, SitePicture, StateShown } from './shown.ts'

/** What only its reader sees: never kept by a shared cache. */
export type PrivateContent =
  | {
      kind: 'follows'
      /** The transfer of the app that has just been installed, and whom it makes of this device. */
      installed?: { token: string; firstName: string | null } | undefined
      follows: readonly FollowShown[]
      news: readonly NewsShown[]
      orders: readonly OrderLine[]
      bookings: readonly OrderLine[]
    }
  | { kind: 'settings'; settings: SettingsShown | null }
  | { kind: 'write'; company: Link; companyId: string; text: string; firstName: string; error?: string }
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
  | { kind: 'orders'; current: readonly OrderLine[]; past: readonly PastOrder[] }
  | { kind: 'ticket'; order: Ticket }
  | { kind: 'booking'; booking: BookingTicket }
  | { kind: 'conversations'; conversations: readonly ConversationLine[] }
  | {
      kind: 'conversation'
      id: string
      company: Link
      companyId: string
      isBlocked: boolean
      /** A person of the shop wrote: pictures may be sent. */
      isAnswered: boolean
      messages: readonly MessageShown[]
      text: string
      error?: string
    }
  | { kind: 'transfer'; code?: string; address: string; qr?: string; error?: string }
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
  | { kind: 'reported'; code: string; state: string; received: string; decided: string | null; grounds: string | null }

export type FollowShown = Link & {
  companyId: string
  picture: SitePicture | null
  state: StateShown
  unseen: number
  mode: FollowMode
}
export type NewsShown = Link & { company: string; text: string; at: string; picture: SitePicture | null; label: string }
export type OrderLine = Link & { state: string; when: string }
/** Over for 30 days at most; `again` is the form with the same content, null where the shop takes no orders now. */
export type PastOrder = OrderLine & { content: string; again: string | null }
export type Quarter = { value: string; label: string }
export type SlotDay = { day: string; quarters: readonly Quarter[] }
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
export type ConversationLine = Link & { excerpt: string; unread: number; when: string }
export type MessageShown = {
  id: number
  isMine: boolean
  text: string
  image: string | null
  time: string
  /** Sent in the shop's absence: no answer of a person. */
  isAutomatic: boolean
  heading?: string
  order?: Link
}

/** What both tickets show: of an order, and of seats. */
type AnyTicket = {
  id: number
  name: string
  when: string
  stateWord: string
  state: string
  promise: string
  code: string | null
  content: string
  company: Link
  companyId: string
  phone: string | null
  address: readonly string[]
  directions: string | null
  canAccept: boolean
  canWithdraw: boolean
}

export type BookingTicket = AnyTicket & {
  instantId: number
  title: string
  /** Null once its instant is gone. */
  instantHref: string | null
  /** What has become of the date; null as planned. */
  dateWord: string | null
}

export type Ticket = AnyTicket & {
  version: number
  total: string | null
  note: string
  picture: string | null
  reason: string | null
  proposal: { id: number; when: string; content: string; total: string; note: string; until: string } | null
  history: readonly { when: string; text: string }[]
  conversation: string
  /** Quarters offered to whoever may still change their request. */
  days: readonly SlotDay[]
  canChange: boolean
  /** Accepted, and past the hour until which it may be withdrawn: write or call. */
  isTooLate: boolean
}

/** A letter as the settings show it: the sentence that says where it stands. */
export type LetterShown = { email: string; rhythm: LetterRhythm; sentence: string | null }

export type SettingsShown = {
  letter: LetterShown | null
  follows: readonly { companyId: string; name: string; mode: FollowMode }[]
  quietFrom: string
  quietTo: string
  dailyCap: string
  digestAt: string
  pausedUntil: string
  hideExcerpts: boolean
  firstName: string
  phone: string | null
  /** As the field of the home writes it: `Clichy 92110`. */
  town: string
  /** « Votre commande de … sera effacée un jour après le retrait »: the last one to come. */
  lastPickup: string | null
  devices: readonly { id: number; name: string; lastSeen: string; isCurrent: boolean }[]
}
