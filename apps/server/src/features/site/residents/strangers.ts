import { refusal } from '@parvis/domain/refusals'
import { together } from '@parvis/postgres'
import type { Network } from '../../../admission/networks.ts'
import type { Config } from '../../../config.ts'
import type { Transaction } from '../../../db/database.ts'
import { countAgainstLimit, isBeyond, isBeyondNetworks, type Limit, relaxed } from '../../../http/limits.ts'
import { requireProof } from '../../../http/proof-of-work.ts'
import type { Stranger } from './strangers.queries.ts'

const hour = 3_600
const day = 24 * hour

const perResident: Limit = { name: 'new-conversations', max: 5, seconds: day }
const perAddress: Limit = { name: 'new-conversations-address', max: 20, seconds: hour }
/** Limits of residents without phone, per business. */
const perBusiness: Limit = { name: 'new-conversations-business', max: 30, seconds: day }
const ordersOfStranger = 3
const ordersOfStrangers = 20
/** At that business, in 90 days, always: never across shops. */
const ordersNotCollected = 2

export type Newcomer = {
  userId: number
  companyId: string
  networks: readonly Network[]
  proof: string | undefined
}

/**
 * Before a conversation is opened: five a day for a resident (429); for one without a confirmed phone 30 a day and business
 * (403 PHONE_NEEDED), and beyond 20 an hour of one address a proof of work (403 PROOF_NEEDED). One that was open asks nothing.
 */
export async function admitConversation(
  tx: Transaction,
  config: Config,
  { userId, companyId, networks, proof }: Newcomer,
  { hasPhone, isNew }: { hasPhone: boolean; isNew: boolean },
): Promise<void> {
  if (!isNew) return
  // One round trip: what one limit refuses is counted by none.
  const [, isBeyondBusiness, isBeyondAddress] = await together(tx, (db) => [
    countAgainstLimit(db, config, perResident, `user:${userId}`),
    !hasPhone && isBeyond(db, config, perBusiness, `company:${companyId}`),
    !hasPhone && isBeyondNetworks(db, config, perAddress, networks),
  ])
  if (isBeyondBusiness) throw refusal('site.phone_needed')
  if (isBeyondAddress) await requireProof(tx, config, proof)
}

/**
 * Before an order is placed, its photo included: a confirmed phone for a photo, for the fourth live request without one, the
 * twenty-first of such residents at one business, and after two orders not collected there (403 PHONE_NEEDED).
 */
export async function admitOrder(
  tx: Transaction,
  config: Config,
  newcomer: Newcomer & { hasPicture: boolean },
  stranger: Stranger & { isNew: boolean },
): Promise<void> {
  const { hasPhone, asked, askedOfAll, notCollected } = stranger
  const isStranger =
    newcomer.hasPicture ||
    asked >= relaxed(config, ordersOfStranger) ||
    askedOfAll >= relaxed(config, ordersOfStrangers) ||
    notCollected >= ordersNotCollected
  if (!hasPhone && isStranger) throw refusal('site.phone_needed')
  await admitConversation(tx, config, newcomer, stranger)
}

/** Of residents without a confirmed phone: dates to come on which they hold or wait, at one business and in all. */
const datesHere = 3
const datesInAll = 10
const bookingsOfAddress: Limit = { name: 'bookings-address', max: 40, seconds: hour }
/** Of one date, whatever its capacity: a village's wifi passes. */
const leastSeatsOfAddress = 10

type Booker = {
  hasPhone: boolean
  phoneNeeded: boolean
  here: number
  all: number
  networks: readonly Network[]
  proof: string | undefined
  /** The wish: so many seats of a date of that capacity. */
  date: string
  seats: number
  capacity: number
}

/**
 * Before a booking of a resident without phone: 403 PHONE_NEEDED beyond three dates to come at a business, ten in all, or half of a date's
 * seats for one address in 24 hours, and where the owner asks for it; beyond 40 an hour of one address a proof of work (PROOF_NEEDED).
 */
export async function admitBooking(tx: Transaction, config: Config, booker: Booker): Promise<void> {
  const { phoneNeeded, here, all, networks, proof, date, seats, capacity } = booker
  if (booker.hasPhone) return
  if (phoneNeeded || here >= relaxed(config, datesHere) || all >= relaxed(config, datesInAll))
    throw refusal('site.phone_needed')
  const max = Math.max(leastSeatsOfAddress, Math.floor(capacity / 2))
  const ofDate = { name: `booking-${date}`, max, seconds: day, uses: seats }
  if (await isBeyondNetworks(tx, config, ofDate, networks)) throw refusal('site.phone_needed')
  if (await isBeyondNetworks(tx, config, bookingsOfAddress, networks)) await requireProof(tx, config, proof)
}
