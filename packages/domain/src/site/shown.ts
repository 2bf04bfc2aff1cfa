import type { AlertLevel } from '../alerts/alert.ts'

/** The small shapes that every page of the residents shares. */

/** `webp`: the candidates of a `srcset`, smallest first. */
export type SitePicture = { src: string; webp: string; width: number; height: number; alt: string }
export type Link = { href: string; name: string }
/** The pages before and after one of a list. */
export type ListPages = { previous: string | null; next: string | null; sentence: string }
/** A line of a list that leads somewhere: what is said above its name, beside it and below. */
export type ListLine = Link & {
  label?: string
  /** Of an alert, whose label has its colour. */
  level?: AlertLevel
  word?: string
  facts?: string
  text?: string
  button?: Link
}
/** A page of such lines: what it says when there is none, and their groups, of which one may do without title. */
export type ListContent<Kind extends string = string> = {
  kind: Kind
  heading: string
  empty: string | null
  groups: readonly { title?: string; lines: readonly ListLine[] }[]
  /** Of alerts: whom to call, since a page saves nobody. */
  honest?: string
}
export type TownShown = Link & { slug: string }
/** The open state, and what it becomes in the next seven days: the script shows the one that holds. */
export type StateShown = { sentence: string; isOpen: boolean; changes: readonly StateChange[] }
export type StateChange = { at: string; sentence: string; isOpen: boolean }

/** `running`: what is news there. `at`: its latitude and longitude, the device orders by distance, no position leaves it. */
export type BusinessCard = Link & {
  picture: SitePicture | null
  state: StateShown
  category?: string
  street?: string
  running: string | null
  at?: string | null
}

/** A part of an article, in the order in which it is read; the first may stand under the title itself. */
export type TextSection = {
  heading?: string
  /** What became of it: said above everything else. */
  notes?: readonly { text: string; link?: Link }[]
  button?: Link
  paragraphs: readonly string[]
  items?: readonly string[]
  /** As it is, to be copied. */
  code?: string
  terms?: readonly { name: string; value: string }[]
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
  /** Sanitised when it was published. */
  html?: string
  links?: readonly Link[]
}

/** Where: the link to a map on the web, and that of the phone's own maps. */
export type PlaceShown = { address: readonly string[]; directions: string | null; maps: string | null }

/** Following otherwise. */
export type Ways = { webcal: string; ics: string; atom: string; sheet: string }

/** The seats of an instant: under its dates, a form where it is open. */
export type BookingForm = {
  id: number
  /** On a host of the business: the residents' page, which has the form. */
  href: string | null
  /** What is left of the one date, or « Complet » of all; null where each date says its own. */
  left: string | null
  perPerson: number
  needsPhone: boolean
  /** The list alone may be joined. */
  isFull: boolean
  /** Those that are open; none where all are closed. */
  dates: readonly { name: string; label: string; left: string }[]
}
