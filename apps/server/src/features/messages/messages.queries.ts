import { durations } from '@parvis/domain/kernel/durations'
import { conversationPage } from '@parvis/domain/messages/message-rules'
import type { StoredState } from '@parvis/domain/orders/order-states'
import { type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { attentionColumns, type StoredAttention } from '../notifications/index.ts'
import { type Discussion, discussionOf, findDiscussion, seenBy } from './discussions.queries.ts'

export type MessageRow = {
  id: number
  fromCompany: boolean
  text: string
  image: string | null
  sentAt: Date
  /** The order that the message places. */
  orderId: number | null
  orderState: StoredState | null
  /** Written by the away message. */
  automatic: boolean
  /** The first name of the member who wrote it for the company; null before, of a resident, of the clock, or once they have left. */
  author: string | null
}

/**
 * Literals, not parameters: of a parameter PostgreSQL assumes a tenth of the conversation, finds a custom plan cheaper, and plans each
 * call anew, which takes longer than the call.
 */
const pageSize = sql.raw(`${conversationPage.length}`)
const pollSize = sql.raw(`${conversationPage.newer}`)
/**
 * An upper bound beyond every id, for the planner alone: PostgreSQL estimates a range at a two-hundredth of the rows, a lower bound
 * at a third.
 */
const maxId = sql.raw(`${Number.MAX_SAFE_INTEGER}`)

export type Page = { way: 'latest' | 'before' | 'after' | 'around'; messageId: number }

/**
 * A conversation of that person with a page of it, id descending, in one statement; `around` takes two more.
 * `after` gives the oldest ones past the id, so that a reader far behind misses none.
 */
export async function findPage(
  db: Db,
  asked: { userId: number; discussionId: string; asResident: boolean },
  page: Page,
): Promise<{ discussion: Discussion; rows: MessageRow[] } | undefined> {
  const { userId, discussionId, asResident } = asked
  const { way, messageId } = page
  if (way === 'around') {
    const discussion = await findDiscussion(db, userId, discussionId, { asResident })
    return discussion && { discussion, rows: await readAround(db, discussionId, messageId) }
  }
  const [found] = await selectPage[way](db, { userId, discussionId, messageId })
  if (!found) return undefined
  const { messages, ...conversation } = found
  const discussion = seenBy(conversation, asResident)
  return discussion && { discussion, rows: messages.map(messageOf) }
}

const sideSize = conversationPage.side

/** The message, 15 before and 15 after, id descending; empty when it is not of this conversation (time-and-orders.md 17.1). */
async function readAround(db: Db, discussionId: string, messageId: number): Promise<MessageRow[]> {
  const from = await rowsOf<MessageRow>(db)`${messagesOf(discussionId)}
    and messages.id <= ${messageId} order by messages.id desc limit ${sideSize + 1}`
  if (from[0]?.id !== messageId) return []
  const after = await rowsOf<MessageRow>(db)`${messagesOf(discussionId)}
    and messages.id > ${messageId} order by messages.id limit ${sideSize}`
  return [...after.reverse(), ...from]
}

type Asked = { userId: number; discussionId: string; messageId: number }
/** Without names, which PostgreSQL would look up and write for every message. */
type WrittenMessage = [
  id: number,
  fromCompany: boolean,
  text: string,
  image: string | null,
  sentAt: string,
  orderId: number | null,
  orderState: StoredState | null,
  automatic: boolean,
  author: string | null,
]

export const selectPage = {
  latest: prepared((asked: Asked) => pageOf(asked, lastMessages(asked.discussionId))),
  before: prepared((asked: Asked) =>
    pageOf(asked, lastMessages(asked.discussionId, sql`and messages.id < ${asked.messageId}`)),
  ),
  after: prepared((asked: Asked) =>
    pageOf(
      asked,
      sql`${messagesOf(asked.discussionId)} and messages.id > ${asked.messageId} and messages.id <= ${maxId}
        order by messages.id limit ${pollSize}`,
    ),
  ),
}

/** PostgreSQL aggregates the page to JSON: with a row per message, each would repeat the columns of the conversation. */
function pageOf(asked: Asked, page: Sql) {
  return sql<Discussion & { messages: WrittenMessage[] }>`
    select conversation.*, (
      select coalesce(json_agg(json_build_array(page.id, page."fromCompany", page.text, page.image, page."sentAt",
        page."orderId", page."orderState", page.automatic, page.author) order by page.id desc), '[]') from (${page}) as page
    ) as messages from (${discussionOf(asked)}) as conversation`
}

function messageOf([
  id,
  fromCompany,
  text,
  image,
  sentAt,
  orderId,
  orderState,
  automatic,
  author,
]: WrittenMessage): MessageRow {
  return { id, fromCompany, text, image, sentAt: new Date(sentAt), orderId, orderState, automatic, author }
}

const lastMessages = (discussionId: string, before = sql``) =>
  sql`${messagesOf(discussionId)} ${before} order by messages.id desc limit ${pageSize}`

const messagesOf = (discussionId: string) => sql`
  select messages.id, messages.from_company as "fromCompany", messages.text, messages.image, messages.sent_at as "sentAt",
    messages.order_id as "orderId", orders.state as "orderState", messages.automatic, authors.first_name as author
  from messages left join orders on orders.id = messages.order_id
  left join users as authors on authors.id = messages.author_id
  where messages.discussion_id = ${discussionId}`

export type MessageToNotify = StoredAttention & {
  discussionId: string
  residentId: number
  companyName: string
  text: string
  image: string | null
  hidesExcerpts: boolean
  /** The resident wrote within two hours. */
  isLiveExchange: boolean
  /** Of the order that the message decides, in seconds; null for any other message. */
  secondsToPickup: number | null
}

/**
 * Content of the notification of a message and its resident's settings; undefined when it was deleted, its company suspended, or its
 * conversation closed meanwhile: then only what is decided of an order is said.
 */
export async function findMessageToNotify(
  db: Db,
  { discussionId, messageId, orderId }: { discussionId: string; messageId: number; orderId?: number | undefined },
): Promise<MessageToNotify | undefined> {
  return await rowOf<MessageToNotify>(db)`
    select discussions.id as "discussionId", discussions.resident_id as "residentId", companies.name as "companyName",
      messages.text, messages.image, coalesce(settings.hide_excerpts, false) as "hidesExcerpts", ${attentionColumns},
      exists (select from messages own where own.discussion_id = discussions.id and not own.from_company
        and own.sent_at > app_now() - ${durations.liveExchange}::interval) as "isLiveExchange",
      (select round(extract(epoch from coalesce(orders.final_pickup_at, orders.pickup_at) - app_now()))::float8 from orders
        where orders.id = ${orderId ?? null} and orders.discussion_id = discussions.id) as "secondsToPickup"
    from messages join discussions on discussions.id = messages.discussion_id
    join companies on companies.id = discussions.company_id
    left join resident_settings settings on settings.user_id = discussions.resident_id
    where messages.discussion_id = ${discussionId} and messages.id = ${messageId} and companies.suspended_at is null
      and (${orderId !== undefined} or not discussions.blocked_by_resident and not discussions.blocked_by_team)`
}

/** `orderId`: of a decision on an order. */
export type DeferredMessage = { userId: number; discussionId: string; messageId: number; orderId: number | null }

/** One for each conversation: the last message stands for those before it, at the time of the first; a decision stays one. */
export async function deferMessage(tx: Transaction, message: DeferredMessage, due: Date) {
  const { userId, discussionId, messageId, orderId } = message
  await run(tx)`
    insert into deferred_messages (user_id, discussion_id, message_id, order_id, due_at)
    values (${userId}, ${discussionId}, ${messageId}, ${orderId}, ${due})
    on conflict (user_id, discussion_id) do update
    set message_id = greatest(deferred_messages.message_id, excluded.message_id),
      order_id = coalesce(excluded.order_id, deferred_messages.order_id), due_at = excluded.due_at`
}

/** Deleted as they are read (`delete … returning`): what decides about them now may insert them again. */
export async function takeDueMessages(tx: Transaction, max: number): Promise<DeferredMessage[]> {
  return await rowsOf<DeferredMessage>(tx)`
    delete from deferred_messages where (deferred_messages.user_id, deferred_messages.discussion_id) in (
      select due.user_id, due.discussion_id from deferred_messages due where due.due_at <= app_now()
      order by due.due_at limit ${max} for update skip locked)
    returning deferred_messages.user_id as "userId", deferred_messages.discussion_id as "discussionId",
      deferred_messages.message_id as "messageId", deferred_messages.order_id as "orderId"`
}
