import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'

/** Whether a person of the business answered, and how often the resident wrote. */
export type Exchange = { isAnswered: boolean; written: number }

/** Of the conversation of a resident with a company, or of one by its id; an away message is no answer. */
export async function findExchange(db: Db, of: { discussionId: string } | Pair): Promise<Exchange> {
  const [exchange] = 'discussionId' in of ? await exchangeOf(db, of) : await exchangeWith(db, of)
  return exchange ?? { isAnswered: false, written: 0 }
}

const exchange = sql`
  select coalesce(bool_or(messages.from_company and not messages.automatic), false) as "isAnswered",
    count(*) filter (where not messages.from_company)::int as written
  from messages`

const exchangeOf = prepared(
  ({ discussionId }: { discussionId: string }) =>
    sql<Exchange>`${exchange} where messages.discussion_id = ${discussionId}`,
)

type Pair = { companyId: string; userId: number }
const exchangeWith = prepared(
  ({ companyId, userId }: Pair) => sql<Exchange>`${exchange} where messages.discussion_id = (
    select discussions.id from discussions where discussions.company_id = ${companyId} and discussions.resident_id = ${userId})`,
)
