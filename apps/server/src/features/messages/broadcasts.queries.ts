import type { AnswerOf } from '@parvis/domain/api'
import type { Duration } from '@parvis/domain/kernel/durations'
import { cellOf, columnOf, type Db, inserted, rowsOf, run, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** When the broadcasts of a week, named by its Monday, were sent. */
export async function listSentInWeek(tx: Transaction, companyId: string, week: string): Promise<Date[]> {
  return await columnOf<Date>(tx)`
    select broadcasts.sent_at from broadcasts where broadcasts.company_id = ${companyId}
    and broadcasts.week = ${week}`
}

const week: Duration = '7 days'

/** When the broadcasts still to come leave, from a Monday on and within its week, soonest first. */
export async function listWaitingInWeek(
  tx: Transaction,
  companyId: string,
  { from, exceptId = 0 }: { from: Date; exceptId?: number | undefined },
): Promise<Date[]> {
  return await columnOf<Date>(tx)`
    select scheduled_messages.send_at as "sendAt" from scheduled_messages
    where scheduled_messages.company_id = ${companyId} and scheduled_messages.discussion_id is null
      and scheduled_messages.state = 'waiting'
      and scheduled_messages.id <> ${exceptId}
      and scheduled_messages.send_at >= ${from}
      and scheduled_messages.send_at < (${from} at time zone 'Europe/Paris' + ${week}::interval) at time zone 'Europe/Paris'
    order by 1`
}

type BroadcastToInsert = {
  company_id: string
  text: string
  image: string | null
  receivers_count: number
  /** Monday of the ISO week in Paris, `YYYY-MM-DD`. */
  week: string
  rank_in_week: number
  sent_at: Date
}

export async function insertBroadcast(tx: Transaction, broadcast: BroadcastToInsert): Promise<number> {
  const id = await cellOf<number>(tx)`insert into broadcasts ${inserted(broadcast)} returning broadcasts.id`
  if (id === undefined) throw new Error('a broadcast was just inserted')
  return id
}

const listed = 500

type SentBroadcast = {
  id: number
  text: string
  image: string | null
  sentAt: Date
  receiversCount: number
  /** Devices reached within 36 hours, conversations begun and followers lost within 24 hours. */
  told: number
  conversations: number
  lost: number
}

/** Counted when the campaign closes, its summaries included; by its marks until then. */
const told = sql`greatest(broadcasts.told, coalesce((
  select case when push_campaigns.closed_at is null then (
      select count(*) from push_deliveries
      where push_deliveries.campaign_id = push_campaigns.id and push_deliveries.state = 'sent')
    else push_campaigns.sent_count end
  from push_campaigns where push_campaigns.key = 'broadcast-' || broadcasts.id), 0))::int`

export async function listBroadcasts(db: Db, companyId: string): Promise<SentBroadcast[]> {
  return await rowsOf<SentBroadcast>(db)`
    select broadcasts.id, broadcasts.text, broadcasts.image, broadcasts.sent_at as "sentAt",
      broadcasts.receivers_count as "receiversCount", broadcasts.conversations, broadcasts.lost, ${told} as told
    from broadcasts where broadcasts.company_id = ${companyId} order by broadcasts.id desc limit ${listed}`
}

/**
 * How many followers have looked at their list since each of these broadcasts, newest first, was sent to them: each
 * follower stands for a run of broadcasts, from the first one for them to the last one before their look.
 */
export async function countSeen(
  db: Db,
  companyId: string,
  broadcasts: readonly { id: number; sentAt: Date }[],
): Promise<number[]> {
  const oldestFirst = broadcasts.toReversed()
  const rows = await rowsOf<{ first: number; last: number; followers: number }>(db)`
    select (select count(*)::int from unnest(${oldestFirst.map(({ id }) => id)}::bigint[]) as ids(id)
        where ids.id <= looked.after_broadcast) as first,
      (select count(*)::int from unnest(${oldestFirst.map(({ sentAt }) => sentAt)}::timestamptz[]) as times(at)
        where times.at < looked.seen_until) as last,
      sum(looked.followers)::int as followers
    from (
      select follows.after_broadcast, follows.seen_until, count(*) as followers from follows
      where follows.company_id = ${companyId} and follows.seen_until > ${oldestFirst[0]?.sentAt ?? null}::timestamptz
      group by 1, 2
    ) as looked group by 1, 2`
  return oldestFirst
    .map((_, index) =>
      rows.reduce((sum, { first, last, followers }) => sum + (first <= index && index < last ? followers : 0), 0),
    )
    .toReversed()
}

/** What a resident follows was read `until` then; what was published since is still new. */
export async function markNewsSeen(db: Db, userId: number, until: Date): Promise<void> {
  await run(db)`
    update follows set seen_until = greatest(follows.seen_until, ${until}) where follows.user_id = ${userId}`
}

type ShownBroadcast = AnswerOf<'GET /v1/app/broadcasts'>[number]
export type ReceivedBroadcast = Omit<ShownBroadcast, 'message' | 'sentAt'> & { text: string; sentAt: Date }

const received = 100

/**
 * The broadcasts that a resident received, newest first: those of each followed company, sent since they follow it. Read from the
 * one row of each broadcast, so that none is missed or received twice (decision 0013).
 */
export async function listReceivedBroadcasts(db: Db, userId: number): Promise<ReceivedBroadcast[]> {
  return await rowsOf<ReceivedBroadcast>(db)`
    select sent.id, companies.id as "companyId", companies.name as "companyName",
      companies.profile_picture as "companyPicture", sent.text, sent.image, sent.sent_at as "sentAt"
    from follows
    join companies on companies.id = follows.company_id
    cross join lateral (
      select broadcasts.id, broadcasts.text, broadcasts.image, broadcasts.sent_at from broadcasts
      where broadcasts.company_id = follows.company_id and broadcasts.id > follows.after_broadcast
      order by broadcasts.id desc limit ${received}
    ) as sent
    where follows.user_id = ${userId} and companies.suspended_at is null
    order by sent.id desc limit ${received}`
}
