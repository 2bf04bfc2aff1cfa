import { type Kysely, sql } from 'kysely'

/** A child that repeats its parent's company, or conversation, can only repeat the parent's own (decision 0015). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instants add constraint instants_of_company unique (company_id, id)`.execute(db)
  await sql`alter table payment_sessions add constraint payment_sessions_of_company unique (company_id, id)`.execute(db)
  await sql`alter table orders add constraint orders_of_discussion unique (discussion_id, id)`.execute(db)
  // Its columns begin the new key.
  await sql`drop index orders_discussion_id`.execute(db)

  for (const { table, former, key, ends } of children) {
    const name = sql.id(`${table}_of_parent`)
    await sql`alter table ${sql.table(table)} add constraint ${name} ${key} ${ends} not valid`.execute(db)
    await sql`alter table ${sql.table(table)} validate constraint ${name}`.execute(db)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(former)}`.execute(db)
  }
}

const children = [
  {
    table: 'activation_times',
    former: 'activation_times_instant_id_fkey',
    key: sql`foreign key (company_id, instant_id) references instants (company_id, id)`,
    ends: sql`on delete cascade`,
  },
  {
    table: 'subscriptions',
    former: 'subscriptions_session_id_fkey',
    key: sql`foreign key (company_id, session_id) references payment_sessions (company_id, id)`,
    ends: sql`on delete cascade`,
  },
  {
    table: 'messages',
    former: 'messages_order_id_fkey',
    key: sql`foreign key (discussion_id, order_id) references orders (discussion_id, id)`,
    ends: sql`on delete set null (order_id)`,
  },
]
