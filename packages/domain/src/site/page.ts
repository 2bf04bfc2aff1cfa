import type { AccessibilityState } from '../legal/legal.ts'
import type { AgendaContent } from './agenda-page.ts'
import type { DutiesContent, DutiesFrame } from './duties-page.ts'
import type { PrivateContent } from './private-page.ts'
import type {
  BookingForm,
  BusinessCard,
  Link,
  ListPages,
  PlaceShown,
  SitePicture,
  StateShown,
  TextSection,
  TownShown,
  Ways,
} from './shown.ts'

/** What the residents' pages show, ready to be written: the server decides, `apps/site` only draws. */

export type FeedLink = { href: string; type: 'text/calendar' | 'application/atom+xml'; title: string }

/** The head and the frame of a page. */
export type SitePage = DutiesFrame & {
  title: string
  description: string
  canonical?: string
  isIndexed: boolean
  image?: SitePicture
  feeds?: readonly FeedLink[]
  /** Schema.org objects, written as one data block. */
  jsonLd?: readonly object[]
  breadcrumb?: readonly Link[]
  town?: TownShown
  /** What the addresses of the residents' host begin with: empty there, whole elsewhere. */
  home: string
  /** `foreign`: another site may not send the resident's cookie, so acts are links; `portal`: its legal pages. */
  host: 'resident' | 'premium' | 'foreign' | 'portal'
  /** As the foot says it. */
  accessibility: AccessibilityState
  script: string
  /** VAPID public key for browsers' pushes, null when none can be sent; whether mails can be. */
  pushKey: string | null
  isMailServed: boolean
  /** What waits for its reader, on private pages; the script counts it on the others. */
  unread?: number
  content: Content
}

export type Content =
  | SiteMessage
  | BusinessContent
  | InstantContent
  | HomeContent
  | TownContent
  | DirectoryContent
  | AgendaContent
  | ServicesContent
  | ServiceContent
  | SheetContent
  | TextContent
  | DutiesContent
  | PrivateContent

/** A page that only says something: not found, gone, out of service. */
export type SiteMessage = {
  kind: 'message'
  heading: string
  sentences: readonly string[]
  links: readonly Link[]
  search?: boolean
  again?: TypedAgain
}

/** What was typed into a form that was refused, so that nothing is lost; a field without a label is not shown (residents.md 15.29). */
export type TypedAgain = { action: string; fields: readonly TypedField[]; button?: string }
export type TypedField = {
  name: string
  value: string
  label?: string
  isLong?: boolean
  choices?: readonly { value: string; label: string }[]
}
export type InstantTile = Link & {
  id: number
  kind: string
  kindLabel: string
  /** The word that the chips of the agenda use; null where the kind says it already. */
  category: string | null
  picture: SitePicture
  when: string
  line: string
  isRunning: boolean
  /** Annulé, Reporté du 12 mars au 9 avril, Complet, and what the shop says of it. */
  word?: string
  message?: string
  isStruck?: boolean
}

export type BusinessContent = {
  kind: 'business'
  companyId: string
  name: string
  typeLabel?: string
  category: string
  town: string
  isVerified: boolean
  cover: SitePicture | null
  picture: SitePicture | null
  state: StateShown
  today: string | null
  write: string
  order: string | null
  phone: Link | null
  instants: readonly InstantTile[]
  services?: readonly MunicipalTile[]
  week: { sentence: string } | { days: readonly { day: string; hours: string; isToday: boolean }[] }
  particular: readonly { days: string; sentence: string }[]
  /** Extra hours: kitchen, pick-up, telephone. */
  sets: readonly { label: string; lines: readonly string[] }[]
  /** In the order of the shop, eight at most. */
  photos: readonly SitePicture[]
  /** Sanitised when it was stored. */
  description: string | null
  clickAndCollect: { text: string; pictures: readonly SitePicture[] } | null
  contact: PlaceShown & {
    phone: Link | null
    email: Link | null
    website: Link | null
  }
  ways: Ways
  changedOn: string
  address: string
}

export type InstantContent = {
  kind: 'instant'
  id: number
  companyId: string
  title: string
  kindSlug: string
  kindLabel: string
  category: string
  picture: SitePicture
  /** Terminé, Bientôt, Annulé, Reporté…, above the title. */
  words: readonly { word: string; message?: string }[]
  isOver: boolean
  when: readonly string[]
  /** In ISO form, of the date that `when` names first. */
  span?: { start: string; end: string }
  dates: readonly { day: string; hours: string; word?: string; isStruck?: boolean }[]
  booking: BookingForm | null
  place: PlaceShown
  text: string
  business: { name: string; href: string; category: string; picture: SitePicture | null; state: StateShown }
  calendar: { ics: string; google: string | null } | null
  others: readonly InstantTile[]
  address: string
}

export type HomeContent = {
  kind: 'home'
  query: string
  /** What the query found; undefined without a query. */
  found?: readonly TownLine[]
  towns: readonly TownLine[]
}
export type TownLine = Link & { zip: string; department: string }

export type TownContent = {
  kind: 'town'
  name: string
  today: string
  isEmpty: boolean
  running: readonly InstantTile[]
  next: readonly InstantTile[]
  categories: readonly (Link & { count: number })[]
  services: readonly MunicipalTile[]
  newcomers: readonly BusinessCard[]
  nearby: readonly Link[]
  registration: string
  ways: Ways
}

export type DirectoryContent = {
  kind: 'directory'
  heading: string
  action: string
  query: string
  hidden: readonly { name: string; value: string }[]
  filters: readonly (Link & { isOn: boolean })[]
  categories: readonly (Link & { isOn: boolean; count: number })[]
  total: number
  cards: readonly BusinessCard[]
  empty: { sentence: string; links: readonly Link[] } | null
  pages: ListPages | null
}

export type MunicipalTile = Link & { icon: string; domain: string | null }
export type ServicesContent = {
  kind: 'services'
  heading: string
  hall: Link | null
  acts: string
  alerts: string
  tiles: readonly MunicipalTile[]
  empty: string | null
}
export type ServiceContent = { kind: 'service'; name: string; icon: string; body: string; hall: Link }

export type SheetContent = {
  kind: 'sheet'
  heading: string
  subheading: string
  qr: string
  address: string
  printedOn: string
  days: readonly {
    day: string
    hours: string | null
    lines: readonly { time: string; title: string; place: string; word?: string }[]
    /** How many others there are, in words. */
    more: string | null
  }[]
  contact: readonly string[]
}

/** Legal pages, help, acts, reports: paragraphs under headings. */
export type TextContent = {
  kind: 'text'
  heading: string
  subheading?: string
  sections: readonly TextSection[]
}
