import { cellOf, type Db, numberOf, rowsOf } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

export type Search = {
  companyId: string
  /** Folded words; the last one, from three letters, also as a beginning. */
  words: readonly string[]
  /** Conversations that the plan does not open. */
  closed: readonly string[]
  before: { at: string; key: number } | undefined
}
export type Found = {
  discussionId: string
  messageId: number | null
  key: number
  saidAt: Date
  /** Microseconds, for the next page. */
  at: string
  text: string
  fromCompany: boolean
  firstName: string | null
  lastName: string | null
}

const pageSize = 20

/** The words of a search, folded and split as those of the indexed texts are. */
export async function readWords(db: Db, asked: string): Promise<string[]> {
  const words = await cellOf<string>(db)`select plain_words(${asked})`
  return (words ?? '').split(' ').filter(Boolean)
}

/** Newest first, one more than a page when more follow. */
export async function findWords(db: Db, search: Search): Promise<Found[]> {
  const near = await readHits(db, search, newestHits(search))
  return near.length > pageSize ? near : await readHits(db, search, allHits(search))
}

/** Newest rows scanned before the GIN index is used: a word of every hundredth message fills its page there. */
const walked = 2_000

/**
 * Matches among the newest rows, walked by the index of their time, which stops at a full page. The GIN index would first return
 * all matches: for a word of every third message, a third of the company.
 */
function newestHits(search: Search) {
  return sql`
    select newest.* from (
      ${saidBefore(search)}
      order by message_words.said_at desc, coalesce(message_words.message_id, -message_words.note_id) desc limit ${walked}
    ) as newest where newest.words @@ ${questionOf(search.companyId, search.words)}`
}

/** Searches by the GIN index even if the planner takes the word for frequent: scanning for a rare word would read everything. */
function allHits(search: Search) {
  return sql`${saidBefore(search)} and message_words.words @@ ${questionOf(search.companyId, search.words)} offset 0`
}

function saidBefore({ companyId, before }: Search) {
  const key = sql`coalesce(message_words.message_id, -message_words.note_id)`
  const isOlder = before
    ? sql`and (message_words.said_at, ${key})
        < ('epoch'::timestamptz + make_interval(secs => ${before.at}::bigint / 1000000.0), ${before.key}::bigint)`
    : sql``
  return sql`
    select message_words.discussion_id, message_words.message_id, message_words.note_id, message_words.said_at,
      ${key} as key, message_words.words
    from message_words where message_words.company_id = ${companyId} ${isOlder}`
}

async function readHits(db: Db, { closed }: Search, said: Sql): Promise<Found[]> {
  return await rowsOf<Found>(db)`
    with hits as (
      select said.discussion_id, said.message_id, said.note_id, said.said_at, said.key from (${said}) as said
      where said.discussion_id <> all(${[...closed]}::uuid[])
      order by said.said_at desc, said.key desc limit ${pageSize + 1}
    )
    select hits.discussion_id as "discussionId", hits.message_id as "messageId", hits.key, hits.said_at as "saidAt",
      (extract(epoch from hits.said_at) * 1000000)::bigint::text as at,
      coalesce(messages.text, discussion_notes.text, '') as text,
      coalesce(messages.from_company, true) as "fromCompany", users.first_name as "firstName", users.last_name as "lastName"
    from hits
    join discussions on discussions.id = hits.discussion_id
    join users on users.id = discussions.resident_id
    left join messages on messages.discussion_id = hits.discussion_id and messages.id = hits.message_id
    left join discussion_notes on discussion_notes.id = hits.note_id
    order by hits.said_at desc, hits.key desc`
}

/** How many more are in conversations that the plan does not open, counted no further than a thousand. */
export async function countClosedHits(db: Db, { companyId, words, closed }: Search): Promise<number> {
  return await numberOf(db)`
    select count(*)::int from (
      select 1 from message_words
      where message_words.company_id = ${companyId} and message_words.words @@ ${questionOf(companyId, words)}
        and message_words.discussion_id = any(${[...closed]}::uuid[]) limit 1000
    ) as beyond`
}

/** All the words, each by itself or by its stem. Quoted: nothing typed is an operator. */
function questionOf(companyId: string, words: readonly string[]) {
  const asked = words.map((word, index) => {
    const isBeginning = index === words.length - 1 && word.length >= 3
    return sql`(plainto_tsquery('pg_catalog.simple', ${word}) || plainto_tsquery('pg_catalog.french', ${word})
      || ${isBeginning ? sql`to_tsquery('pg_catalog.simple', quote_literal(${word}) || ':*')` : sql`''::tsquery`})`
  })
  return sql`(${`'#${companyId.slice(0, 8)}'`}::tsquery && ${sql.join(asked, ' && ')})`
}
