import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Membership } from '@parvis/domain/subscription/plans'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { HoursVersion } from '../hours/index.ts'

/** `now`: by the database's clock. */
export type Shop = HoursVersion & { type: BusinessType; membership: Membership; cacActive: boolean; now: Date }

/** The company as residents see it; its row cannot change plan or settings until the order is placed. */
export async function findShop(tx: Db, companyId: string): Promise<Shop | undefined> {
  return (await selectShop(tx, { companyId }))[0]
}

const selectShop = prepared((db, shop: { companyId: string }) => shopOf(db, shop).forShare().compile())
/** The same without a lock: what is decided of it is checked again by the statement that places the order. */
export const selectSeenShop = prepared((db, shop: { companyId: string }) => shopOf(db, shop).compile())

const shopOf = (db: Db, { companyId }: { companyId: string }) =>
  db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .where('companies.is_shown', '=', true)
    .select([
      'companies.id',
      'companies.type',
      'companies.membership',
      'companies.cac_active as cacActive',
      'companies.hours_version as hoursVersion',
      'companies.zip_code as zipCode',
      sql<Date>`app_now()`.as('now'),
    ])

/** Columns of a resident's order; its first event is inserted with it. */
export type PlacedOrder = {
  id: number
  companyId: string
  discussionId: string
  residentId: number
  pickupAt: Date
  content: string
  coupon: string
  minOrderCents: number
  flexible: boolean
  maxTotalCents: number | null
  picture: string | null
  source: 'app' | 'site'
  slotAt: Date
  expiresAt: Date
}

export async function insertPlaced(tx: Transaction, order: PlacedOrder): Promise<void> {
  await addPlaced(tx, order)
}

const addPlaced = prepared((db, order: PlacedOrder) =>
  sql`
    with placed as (${orderAdded(order, sql`(select ${order.discussionId}::uuid as id) as held`)}) ${placingEvent(order)}`.compile(
    db,
  ),
)

/** The order itself, in the conversation that `held` gives. */
export const orderAdded = (order: PlacedOrder, from: RawBuilder<unknown>) => sql`
  insert into orders (id, company_id, discussion_id, pickup_at, content, coupon_message, min_order_cents, flexible,
    max_total_cents, picture, source, slot_at, expires_at)
  select ${order.id}::bigint, ${order.companyId}::uuid, held.id, ${order.pickupAt}::timestamptz, ${order.content}, ${order.coupon},
    ${order.minOrderCents}::int, ${order.flexible}::boolean, ${order.maxTotalCents}::int, ${order.picture}, ${order.source},
    ${order.slotAt}::timestamptz, ${order.expiresAt}::timestamptz
  from ${from}
  returning id, company_id`

export const placingEvent = ({ residentId }: PlacedOrder) => sql`
  insert into order_events (company_id, order_id, by, what, user_id)
  select placed.company_id, placed.id, 'resident', 'place', ${residentId}::bigint from placed`
