import { durations } from '@parvis/domain/kernel/durations'
import { run, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'

export type MessageToWrite = {
  fromCompany: boolean
  text: string
  image?: string | undefined
  orderId?: number | undefined
  /** Written by a periodic task, as an expiry: it is no answer of a person, and the last one to write stays who it was. */
  byClock?: boolean | undefined
  /** The author for the company of what was written earlier, whether they still work there or not. */
  authorId?: number | null | undefined
}

type NewMessage = MessageToWrite & {
  discussionId: string
  excerpt: string
  /** Must be on the side of the message, and is its author there for the company; absent where the caller has checked it. */
  writerId?: number | undefined
}

/**
 * Writes a message and its conversation's excerpt, order and counter; answers whether the away message is on and its two gaps
 * hold, and whether the resident has a device; undefined of a conversation that is gone or not the writer's. The
 * caller holds the discussion's row: ids of one conversation are given in the order they become readable, so that a poll
 * `after` misses none.
 */
export async function insertMessage(tx: Transaction, message: NewMessage): Promise<SentMessage | undefined> {
  const { image = null, orderId = null, byClock = false, writerId = null, authorId, fromCompany, ...said } = message
  const [sent] = await messageFrom[fromCompany ? 'company' : 'resident'](tx, {
    ...said,
    image,
    orderId,
    byClock,
    writerId,
    authorId: writerId ?? authorId ?? null,
  })
  return sent
}

export type SentMessage = { id: number; sentAt: Date; author: string | null; mayBeAway: boolean; hasDevices: boolean }
type Said = { discussionId: string; text: string; excerpt: string; byClock: boolean } & {
  image: string | null
  orderId: number | null
  writerId: number | null
  authorId: number | null
}

const messageFrom = {
  company: prepared((said: Said) => messageOf(said, true)),
  resident: prepared((said: Said) => messageOf(said, false)),
}

function messageOf(
  { discussionId, text, image, orderId, excerpt, byClock, writerId, authorId }: Said,
  fromCompany: boolean,
) {
  const author = fromCompany ? sql`${authorId}::bigint` : sql`null::bigint`
  const unread = sql.identifier(fromCompany ? 'resident_unread' : 'company_unread')
  const isOfSide = fromCompany
    ? sql`exists (select from members where members.company_id = discussions.company_id and members.user_id = ${writerId})`
    : sql`discussions.resident_id = ${writerId}`
  return sql<SentMessage>`
    with sent as (
      insert into messages (discussion_id, from_company, text, image, order_id, author_id)
      select discussions.id, ${fromCompany}, ${text}, ${image}, ${orderId}::bigint, ${author} from discussions
      where discussions.id = ${discussionId} and (${writerId}::bigint is null or ${isOfSide})
      returning id, sent_at
    )
    update discussions set excerpt = ${excerpt}, updated_at = sent.sent_at,
      last_message_id = case when ${byClock} then discussions.last_message_id else sent.id end,
      ${unread} = discussions.${unread} + 1
    from sent where discussions.id = ${discussionId}
    returning sent.id, sent.sent_at as "sentAt", (select users.first_name from users where users.id = ${author}) as author,
      exists (select from devices where devices.user_id = discussions.resident_id) as "hasDevices",
      coalesce(
        (select away_messages.mode <> 'off' from away_messages where away_messages.company_id = discussions.company_id), false)
        and coalesce(discussions.away_sent_at <= sent.sent_at - ${durations.betweenAwayTexts}::interval, true)
        and coalesce(discussions.company_wrote_at <= sent.sent_at - ${durations.afterOwnWord}::interval, true) as "mayBeAway"`
}

/**
 * Writes an automatic text under the conversation's row. It moves neither excerpt, date, counter of the company nor the last
 * word of a person; its resident has one more to read.
 */
export async function insertAutomatic(tx: Transaction, discussionId: string, text: string): Promise<void> {
  await run(tx)`
    with sent as (
      insert into messages (discussion_id, from_company, text, automatic)
      values (${discussionId}, true, ${text}, true) returning sent_at
    )
    update discussions set away_sent_at = sent.sent_at, resident_unread = discussions.resident_unread + 1
    from sent where discussions.id = ${discussionId}`
}
