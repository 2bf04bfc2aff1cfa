import { durations } from '@parvis/domain/kernel/durations'
import { columnOf, type Db, rowOf, type Transaction } from '../../db/database.ts'
import { pickup } from './orders.queries.ts'

const remindedAtOnce = 200

/**
 * Marks the accepted orders whose pick-up is within the hour and that were accepted three hours before it or more; answers
 * which. A ceiling accepts by the proposal itself.
 */
export async function markReminded(tx: Transaction): Promise<number[]> {
  return await columnOf<number>(tx)`
    update orders set reminded_at = app_now()
    from (
      select orders.id from orders
      where orders.state between 'accepted' and 'ready' and orders.reminded_at is null and orders.discussion_id is not null
        and ${pickup} > app_now() and ${pickup} <= app_now() + ${durations.reminder}::interval
        and (
          select max(events.at) from order_events events
          where events.company_id = orders.company_id and events.order_id = orders.id
            and events.what in ('validate', 'accept', 'propose')
        ) <= ${pickup} - ${durations.agreedBeforeReminder}::interval
      order by orders.id limit ${remindedAtOnce} for no key update skip locked
    ) due
    where orders.id = due.id
    returning orders.id`
}

export type Reminder = {
  residentId: number
  discussionId: string
  companyName: string
  pickupAt: Date
  secondsLeft: number
  hidesExcerpts: boolean
}

/** Content of a reminder; undefined when the order has ended, or its time is over. */
export async function findReminder(db: Db, orderId: number): Promise<Reminder | undefined> {
  return await rowOf<Reminder>(db)`
    select discussions.resident_id as "residentId", discussions.id as "discussionId", companies.name as "companyName",
      ${pickup} as "pickupAt", ceil(extract(epoch from ${pickup} - app_now()))::int as "secondsLeft",
      coalesce(settings.hide_excerpts, false) as "hidesExcerpts"
    from orders
    join discussions on discussions.company_id = orders.company_id and discussions.id = orders.discussion_id
    join companies on companies.id = orders.company_id
    left join resident_settings settings on settings.user_id = discussions.resident_id
    where orders.id = ${orderId} and orders.state between 'accepted' and 'ready' and ${pickup} > app_now()
      and companies.suspended_at is null`
}
