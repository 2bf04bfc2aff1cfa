import type { DayType } from '@parvis/domain/company/opening-hours'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import stored from './residents.json' with { type: 'json' }
import type { Scene } from './scenes.ts'
import type { SiteBrowser } from './town-client.ts'

export type TownInstant = {
  kind: 'service' | 'specialOffer' | 'event'
  title: string
  short: string
  long: string
  categoryId: number
  /** `recurrent`: those days and hours. `fixed`: that many days from today, at those hours. */
  when: { days: DayType; start: string; end: string } | { inDays: number; start: string; end: string }
  /** It takes bookings: how many, and who telephoned. */
  seats?: { capacity: number; people: readonly [name: string, seats: number][] }
}

export type TownBusiness = {
  type: BusinessType
  /** SIRET or RNA of the embedded registry. */
  code: string
  phone: string
  owner: { first_name: string; last_name: string }
  name: string
  place: Place
  address: string
  category: string
  description: string
  hours: { daytype: DayType; startTime: string; endTime: string }[]
  scene: Scene
  /** The gallery of its page. */
  photos?: { scene: Scene; alt: string }[]
  instants: TownInstant[]
  /** Bought on the embedded payment page; absent, the free offer. */
  plan?: { id: 'basic' | 'premium'; periodicity: 'monthly' | 'annual' }
  /** Its own web address, of the premium plan. */
  subdomain?: string
  /** What the window of its click-and-collect says; needs the premium plan. */
  clickAndCollect?: string
  /** Tiles of a town hall: label, a word of the icon, address. */
  services?: { label: string; words: string; content: string }[]
  /** One message to its followers. */
  broadcast?: string
}

export type Place = { city: string; zipCode: string }

export type LoadedBusiness = TownBusiness & { companyId: string; token: string }

type TownResident = { phone: string; firstName: string }

export const residents: readonly TownResident[] = stored.residents

type Between = { shop: string; resident: string }

/** What was said before the demonstration opens, the resident first, then each in turn. */
export const conversations: readonly (Between & { lines: readonly string[] })[] = stored.conversations

/** Left at a click-and-collect shop, due that many days from the loading; `accepted`: euros, absent while the shop has not answered. */
type TownOrder = Between & { inDays: number; at: string; content: string; accepted?: number }

export const orders = stored.orders as readonly TownOrder[]

export type LoadedResident = TownResident & { browser: SiteBrowser }
