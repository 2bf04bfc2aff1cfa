import { retention } from '@parvis/domain/kernel/retention'
import type { Transaction } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { sql } from '../../../db/sql.ts'
import { lockCaller } from '../../../http/resident-door.queries.ts'
import { pickup } from '../../orders/index.ts'

export type Stranger = {
  firstName: string | null
  hasPhone: boolean
  /** Requests and proposals that wait: of this resident anywhere, of residents without phone at this business. */
  asked: number
  askedOfAll: number
  notCollected: number
}

/**
 * Locks the resident, and the strangers of the business (advisory lock), until the transaction ends, so that ten concurrent calls are
 * judged one after the other: what they ordered is counted together.
 */
export async function findStranger(tx: Transaction, { userId, companyId }: Asked): Promise<Stranger> {
  const [person, , [counts]] = await Promise.all([
    lockCaller(tx, userId),
    lockStrangers(tx, { companyId }),
    countStranger(tx, { userId, companyId }),
  ])
  return { ...person, asked: 0, askedOfAll: 0, notCollected: 0, ...counts }
}

type Asked = { userId: number; companyId: string }

const lockStrangers = prepared(
  ({ companyId }: { companyId: string }) =>
    sql`select pg_advisory_xact_lock(hashtextextended('strangers of ' || ${companyId}::text, 0))`,
)

const countStranger = prepared(
  ({ userId, companyId }: Asked) => sql<Omit<Stranger, 'hasPhone' | 'firstName'>>`
    with mine as (select discussions.id from discussions where discussions.resident_id = ${userId})
    select (select count(*)::int from orders join mine on mine.id = orders.discussion_id
        where orders.state <= 'proposed') as asked,
      (select count(*)::int from orders join discussions on discussions.id = orders.discussion_id
        join users others on others.id = discussions.resident_id and others.phone is null
        where orders.company_id = ${companyId} and orders.state <= 'proposed') as "askedOfAll",
      (select count(*)::int from orders join mine on mine.id = orders.discussion_id
        where orders.company_id = ${companyId} and orders.state = 'no_show'
          and ${pickup} > app_now() - make_interval(days => ${retention.notCollectedDays})) as "notCollected"`,
)
