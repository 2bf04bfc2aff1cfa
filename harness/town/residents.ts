import stored from './residents.json' with { type: 'json' }
import type { Place } from './town-business.ts'

export type TownResident = { phone: string; first_name: string; last_name: string; place: Place }

export const residents: readonly TownResident[] = stored.residents

type Between = { shop: string; resident: string }

/** What was said before the demonstration opens, the resident first, then each in turn. */
export const conversations: readonly (Between & { lines: readonly string[] })[] = stored.conversations

/** Left at a click-and-collect shop, due that many days from the loading; `accepted`: euros, absent while the shop has not answered. */
type TownOrder = Between & { inDays: number; at: string; content: string; accepted?: number }

export const orders = stored.orders as readonly TownOrder[]

export type LoadedResident = TownResident & { token: string }
