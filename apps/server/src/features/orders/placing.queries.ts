import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Membership } from '@parvis/domain/subscription/plans'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { HoursVersion } from '../hours/index.ts'

/** `now`: by the database's clock. */
export type Shop = HoursVersion & { type: BusinessType; membership: Membership; cacActive: boolean; now: Date }

/** The company as residents see it; its row cannot change plan or settings until the order is placed. */
export async function findShop(tx: Db, companyId: string): Promise<Shop | undefined> {
  return (await selectShop(tx, { companyId }))[0]
}

const selectShop = prepared((db, { companyId }: { companyId: string }) =>
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
    .forShare()
    .compile(),
)

/** Columns of a resident's order; its first event is inserted with it. */
type PlacedOrder = {
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
    with placed as (
      insert into orders (id, company_id, discussion_id, pickup_at, content, coupon_message, min_order_cents, flexible,
        max_total_cents, picture, source, slot_at, expires_at)
      values (${order.id}, ${order.companyId}, ${order.discussionId}, ${order.pickupAt}, ${order.content}, ${order.coupon},
        ${order.minOrderCents}, ${order.flexible}, ${order.maxTotalCents}, ${order.picture}, ${order.source}, ${order.slotAt},
        ${order.expiresAt})
      returning id, company_id
    )
    insert into order_events (company_id, order_id, by, what, user_id)
    select placed.company_id, placed.id, 'resident', 'place', ${order.residentId}::bigint from placed`.compile(db),
)
