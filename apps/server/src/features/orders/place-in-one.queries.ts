import type { Membership } from '@parvis/domain/subscription/plans'
import { sql } from 'kysely'
import { oneStatement } from '../../http/one-statement.queries.ts'
import { isOpenToResident, saidInOne, toldOwners } from '../messages/index.ts'
import { orderAdded, type PlacedOrder, placingEvent } from './placing.queries.ts'
import { countOfLive, quarterTaken } from './slots.queries.ts'

/** What the rules looked at, as it was read; the statement places nothing when any of it has changed. */
export type SeenOfShop = {
  membership: Membership
  hoursVersion: number
  zipCode: string
  settingsVersion: number
  pausedUntil: Date | null
  rushUntil: Date | null
  lastMessageId: number
  /** Places of a quarter; null without a bound. */
  capacity: number | null
  /** Live orders of a day at most, of the conversation; null without a bound. */
  maxOfDay: number | null
  dayFrom: Date
  dayTo: Date
}

type PlacingInOne = PlacedOrder & SeenOfShop & { text: string; excerpt: string }

/** What came of an order in one statement; `told`: the owners who have a notice of it. */
export type OrderPlaced = { id: number; discussionId: string; told: number[] }

/**
 * An order with its place, its message and its notices, in one statement. The locks are those of 4.3 in their order; only a place of the
 * same quarter is waited for. A place taken for nothing is undone.
 */
export const placedInOne = oneStatement((order: PlacingInOne) => ({
  effects: sql`
    shop as (
      select companies.id from claimed cross join companies
      where companies.id = ${order.companyId} and companies.is_shown and companies.cac_active
        and companies.membership = ${order.membership} and companies.hours_version = ${order.hoursVersion}
        and companies.zip_code = ${order.zipCode}
        and not exists (
          select from order_settings as settings where settings.company_id = companies.id
            and (settings.version, ${milliseconds('paused_until')}, ${milliseconds('rush_until')}) is distinct from
              (${order.settingsVersion}::int, ${order.pausedUntil}::timestamptz, ${order.rushUntil}::timestamptz))
      for share of companies skip locked
    ),
    place as (${quarterTaken(order, sql`shop`)}),
    held as (
      select discussions.id, discussions.company_id, discussions.resident_id
      from place cross join claimed join discussions on discussions.company_id = place.company_id
      where discussions.id = ${order.discussionId} and ${isOpenToResident}
        and discussions.last_message_id = ${order.lastMessageId}
        and (${order.maxOfDay}::int is null or ${liveOrders(order)} < ${order.maxOfDay}::int)
      for no key update of discussions skip locked
    ),
    placed as (${orderAdded(order, sql`held`)}),
    event as (${placingEvent(order)}),
    ${saidInOne(
      { discussionId: order.discussionId, text: order.text, excerpt: order.excerpt, orderId: order.id },
      { kind: 'order', event: sql`'order-' || ${order.id}::bigint`, object: sql`${order.id}::bigint::text` },
    )}`,
  result: sql<OrderPlaced>`
    select coalesce(placed.id, nothing_written()) as id, held.id as "discussionId", ${toldOwners} as told
    from place left join (placed cross join held) on true`,
}))

/** As JavaScript read it. */
const milliseconds = (column: string) => sql`date_trunc('milliseconds', settings.${sql.ref(column)})`

const liveOrders = ({ companyId, discussionId, dayFrom, dayTo }: PlacingInOne) =>
  sql`(${countOfLive({ companyId, discussionId, from: dayFrom, to: dayTo })})`
