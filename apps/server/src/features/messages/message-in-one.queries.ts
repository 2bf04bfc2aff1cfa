import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import { oneStatement } from '../../http/one-statement.queries.ts'
import { noticesOf } from '../notices/index.ts'
import { isBlocked } from './discussions.queries.ts'
import { discussionMoved, messageAdded } from './new-message.queries.ts'

/** A resident's message and the notices of it, in one statement with the conversation that `held` locks. */
type SaidInOne = { discussionId: string; text: string; excerpt: string; orderId: number | null }
type NoticeOfIt = { kind: 'message' | 'order'; event: RawBuilder<unknown>; object: RawBuilder<unknown> }

/** `sent`, `moved` and `told`, for the row (id, company_id, resident_id) of `held`. */
export function saidInOne(
  { discussionId, text, excerpt, orderId }: SaidInOne,
  notice: NoticeOfIt,
): RawBuilder<unknown> {
  const message = { discussionId, text, excerpt, orderId, image: null, byClock: false }
  return sql`
    sent as (${messageAdded(message, false, sql`held as discussions`)}),
    moved as (${discussionMoved(message, false, sql.ref('discussions.company_unread'))}),
    told as (
      ${noticesOf({ ...notice, facts: '{}', by: sql`held.resident_id` }, sql`held cross join sent`)} returning notices.user_id
    )`
}

/** The ids of the owners who have a notice. */
export const toldOwners = sql<number[]>`coalesce((select json_agg(told.user_id) from told), '[]')`

/** A conversation in which a resident may write and no automatic reply can follow; `claimed` gives the resident. */
export const isOpenToResident = sql<boolean>`
  discussions.resident_id = claimed."userId" and not (${isBlocked}) and not exists (
    select from away_messages where away_messages.company_id = discussions.company_id and away_messages.mode <> 'off')`

/** What came of a resident's message in one statement; `told`: the owners who have a notice of it. */
export type WrittenInOne = { id: number; sentAt: string; companyId: string; residentId: number; told: number[] }

/** A resident's text in a conversation of their own that is open, of a company that is shown, in one statement. */
export const residentWritesInOne = oneStatement(({ discussionId, text, excerpt }: Omit<SaidInOne, 'orderId'>) => ({
  effects: sql`
    held as (
      select discussions.id, discussions.company_id, discussions.resident_id
      from claimed cross join discussions join companies on companies.id = discussions.company_id
      where discussions.id = ${discussionId} and companies.is_shown and ${isOpenToResident}
      for no key update of discussions skip locked
    ),
    ${saidInOne(
      { discussionId, text, excerpt, orderId: null },
      { kind: 'message', event: sql`'message-' || held.id || '-' || sent.id`, object: sql`held.id` },
    )}`,
  result: sql<WrittenInOne>`
    select sent.id, sent.sent_at as "sentAt", held.company_id as "companyId", held.resident_id as "residentId",
      ${toldOwners} as told
    from held cross join sent`,
}))

/** A resident's conversation with a company as it was read without a lock; `lastMessageId` moves with whatever is written in it. */
export const selectThread = prepared((db, { companyId, userId }: { companyId: string; userId: number }) =>
  db
    .selectFrom('discussions')
    .where('discussions.company_id', '=', companyId)
    .where('discussions.resident_id', '=', userId)
    .select(['discussions.id', 'discussions.last_message_id as lastMessageId'])
    .compile(),
)
