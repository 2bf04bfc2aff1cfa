import type { OrderSettings } from '@parvis/domain/orders/order-settings'
import { usualReasons, usualSettings } from '@parvis/domain/orders/order-settings'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'

/** How a company takes orders; the defaults until it saves some. */
export async function findOrderSettings(db: Db, companyId: string): Promise<OrderSettings> {
  const [row] = await selectSettings(db, { companyId })
  if (!row) return usualSettings
  const { cut_off_days: days, cut_off_time: time, rush_minutes: minutes, rush_until: until } = row
  return {
    slotsOn: row.slots_on,
    alertMinutes: row.alert_minutes,
    preparation: row.preparation,
    horizon: row.horizon,
    cutOff: days === null || time === null ? null : { days, time },
    capacity: row.capacity,
    instruction: row.instruction,
    reasons: row.reasons ?? usualReasons,
    photoAllowed: row.photo_allowed,
    minimumCents: row.minimum_cents,
    version: row.version,
    pausedUntil: row.paused_until?.getTime() ?? null,
    rush: minutes === null || until === null ? null : { minutes, until: until.getTime() },
  }
}

const selectSettings = prepared((db, { companyId }: { companyId: string }) =>
  db.selectFrom('order_settings').where('order_settings.company_id', '=', companyId).selectAll().compile(),
)

/** Stores all settings; their version moves only when the shop saves them, not with a pause or a rush. */
export async function saveOrderSettings(tx: Transaction, companyId: string, settings: OrderSettings): Promise<void> {
  const columns = {
    slots_on: settings.slotsOn,
    alert_minutes: settings.alertMinutes,
    preparation: settings.preparation,
    horizon: settings.horizon,
    cut_off_days: settings.cutOff?.days ?? null,
    cut_off_time: settings.cutOff?.time ?? null,
    capacity: settings.capacity,
    instruction: settings.instruction,
    reasons: JSON.stringify(settings.reasons),
    photo_allowed: settings.photoAllowed,
    minimum_cents: settings.minimumCents,
    version: settings.version,
    paused_until: settings.pausedUntil === null ? null : new Date(settings.pausedUntil),
    rush_minutes: settings.rush?.minutes ?? null,
    rush_until: settings.rush ? new Date(settings.rush.until) : null,
  }
  await tx
    .insertInto('order_settings')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(columns))
    .execute()
}

type Conversation = { companyId: string; discussionId: string }

/**
 * The live orders of a conversation whose pick-up lies between two moments. The company is named so that the index of
 * its live orders by pick-up answers: by the moments alone PostgreSQL would read those of the whole country.
 */
export async function countLiveOrders(
  db: Db,
  { companyId, discussionId }: Conversation,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const [row] = await countLive(db, { companyId, discussionId, from, to })
  return row?.count ?? 0
}

type CountedDay = Conversation & { from: Date; to: Date }
const countLive = prepared((db, { companyId, discussionId, from, to }: CountedDay) =>
  sql<{ count: number }>`
    select count(*)::int as count from orders
    where orders.company_id = ${companyId} and orders.discussion_id = ${discussionId}
      and orders.state <= 'ready'
      and coalesce(orders.final_pickup_at, orders.pickup_at) >= ${from}
      and coalesce(orders.final_pickup_at, orders.pickup_at) < ${to}`.compile(db),
)
