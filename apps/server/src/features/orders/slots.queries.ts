import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { type OrderSettings, usualReasons, usualSettings } from '@parvis/domain/orders/order-settings'
import type { Membership } from '@parvis/domain/subscription/plans'
import { type Db, run, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { milliseconds, sql } from '../../db/sql.ts'
import type { HoursVersion } from '../hours/index.ts'
import { pickup } from './orders.queries.ts'

/** `now`: by the database's clock. */
export type Shop = HoursVersion & { type: BusinessType; membership: Membership; cacActive: boolean; now: Date }

/** The company as residents see it; its row cannot change plan or settings until the order is placed. */
export async function findShop(tx: Db, companyId: string): Promise<Shop | undefined> {
  return (await selectShop(tx, { companyId }))[0]
}

const selectShop = prepared(
  ({ companyId }: { companyId: string }) => sql<Shop>`
    select companies.id, companies.type, companies.membership, companies.cac_active as "cacActive",
      companies.hours_version as "hoursVersion", companies.zip_code as "zipCode", app_now() as now
    from companies where companies.id = ${companyId} and companies.is_shown for share`,
)

/** How a company takes orders; the defaults until it saves some. */
export async function findOrderSettings(db: Db, companyId: string): Promise<OrderSettings> {
  const [stored] = await selectSettings(db, { companyId })
  return stored ? { ...stored, reasons: stored.reasons ?? usualReasons } : usualSettings
}

/** Until somebody edits the reasons there are none. */
type StoredSettings = Omit<OrderSettings, 'reasons'> & { reasons: string[] | null }
const selectSettings = prepared(
  ({ companyId }: { companyId: string }) => sql<StoredSettings>`
    select slots_on as "slotsOn", alert_minutes as "alertMinutes", preparation, horizon, capacity, instruction, reasons,
      photo_allowed as "photoAllowed", minimum_cents as "minimumCents", version,
      case when cut_off_days is not null and cut_off_time is not null
        then json_build_object('days', cut_off_days, 'time', cut_off_time) end as "cutOff",
      ${milliseconds(sql`paused_until`)} as "pausedUntil",
      case when rush_minutes is not null and rush_until is not null
        then json_build_object('minutes', rush_minutes, 'until', ${milliseconds(sql`rush_until`)}) end as rush
    from order_settings where order_settings.company_id = ${companyId}`,
)

/** Stores all settings; their version moves only when the shop saves them, not with a pause or a rush. */
export async function saveOrderSettings(tx: Transaction, companyId: string, settings: OrderSettings): Promise<void> {
  const { cutOff, pausedUntil, rush } = settings
  await run(tx)`
    insert into order_settings (company_id, slots_on, alert_minutes, preparation, horizon, cut_off_days, cut_off_time, capacity,
      instruction, reasons, photo_allowed, minimum_cents, version, paused_until, rush_minutes, rush_until)
    values (${companyId}, ${settings.slotsOn}, ${settings.alertMinutes}, ${settings.preparation}, ${settings.horizon},
      ${cutOff?.days ?? null}, ${cutOff?.time ?? null}, ${settings.capacity}, ${settings.instruction},
      ${JSON.stringify(settings.reasons)}, ${settings.photoAllowed}, ${settings.minimumCents}, ${settings.version},
      ${pausedUntil === null ? null : new Date(pausedUntil)}, ${rush?.minutes ?? null}, ${rush ? new Date(rush.until) : null})
    on conflict (company_id) do update set slots_on = excluded.slots_on, alert_minutes = excluded.alert_minutes,
      preparation = excluded.preparation, horizon = excluded.horizon, cut_off_days = excluded.cut_off_days,
      cut_off_time = excluded.cut_off_time, capacity = excluded.capacity, instruction = excluded.instruction,
      reasons = excluded.reasons, photo_allowed = excluded.photo_allowed, minimum_cents = excluded.minimum_cents,
      version = excluded.version, paused_until = excluded.paused_until, rush_minutes = excluded.rush_minutes,
      rush_until = excluded.rush_until`
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
const countLive = prepared(
  ({ companyId, discussionId, from, to }: CountedDay) => sql<{ count: number }>`
    select count(*)::int as count from orders
    where orders.company_id = ${companyId} and orders.discussion_id = ${discussionId}
      and orders.state <= 'ready'
      and ${pickup} >= ${from}
      and ${pickup} < ${to}`,
)
