import { sql } from 'kysely'
import type { Database, Transaction } from '../../apps/server/src/db/database.ts'
import { withoutIndexes, withoutTriggers } from './seed.ts'

/** The working day of one shop, accepted. */
export async function fillDesk(db: Database, companyId: string, live: number): Promise<void> {
  await sql`
    insert into orders (id, company_id, pickup_at, content, source, state, customer_name, code, final_pickup_at,
      final_content, total_cents)
    select 8000000000000000 + n, ${companyId}, at, 'Deux flans et une baguette', 'counter', 'accepted', 'Julie',
      lpad(n::text, 4, '0'), at, 'Deux flans et une baguette', 900
    from generate_series(1, ${live}) as n, lateral (select date_trunc('hour', app_now()) + n * interval '5 minutes' as at) as t`.execute(
    db,
  )
}

/** Orders that are over, a minute apart, shared by shops of which the named one is one of a hundred. */
export async function fillEndedOrders(db: Database, companyIds: readonly string[], from: number, to: number) {
  const batch = 200_000
  await withoutIndexes(db, 'orders', async () => {
    for (let first = from; first < to; first += batch)
      await withoutTriggers(db, async (tx) => {
        await insertEndedOrders(tx, companyIds, first + 1, Math.min(first + batch, to))
      })
  })
}

async function insertEndedOrders(tx: Transaction, companyIds: readonly string[], first: number, last: number) {
  await sql`
    insert into orders (id, company_id, pickup_at, content, source, state, customer_name, decided_at, final_pickup_at,
      final_content, total_cents)
    select n, (${sql.val([...companyIds])}::uuid[])[1 + n % ${companyIds.length}], at, 'Deux flans et une baguette',
      'counter', case n % 10 when 0 then 'refused' when 1 then 'no_show' else 'collected' end::order_state, 'Julie', at, at,
      'Deux flans et une baguette', 900
    from generate_series(${first}::bigint, ${last}::bigint) as n,
      lateral (select app_now() - interval '1 day' - (n / ${companyIds.length}) * interval '1 minute' as at) as t`.execute(
    tx,
  )
}
