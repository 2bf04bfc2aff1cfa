import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      id bigint primary key check (id between 1 and 9007199254740991),
      discussion_id uuid not null references discussions on delete cascade,
      pickup_at timestamptz not null,
      content text not null,
      coupon_message text not null default '',
      min_order_cents bigint not null default 0 check (min_order_cents >= 0),
      status text not null default 'pending'
        check (status in ('pending', 'validated', 'cancelled', 'ready', 'collected', 'not_collected')),
      final_pickup_at timestamptz,
      final_content text,
      total_cents bigint check (total_cents >= 0),
      cancel_message text,
      created_at timestamptz not null default app_now(),
      decided_at timestamptz
    )`.execute(db)
  await sql`create index orders_discussion_id on orders (discussion_id)`.execute(db)
  await sql`alter table messages add column order_id bigint references orders on delete set null`.execute(db)
  await sql`create unique index messages_order_id on messages (order_id) where order_id is not null`.execute(db)
}
