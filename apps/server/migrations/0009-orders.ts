import { run, type Transaction } from '../src/db/database.ts'

/** Orders that are negotiated, their settings, and the quarters of an hour that they take (time-and-orders.md section 6). */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    -- In an order that queries compare with: up to 'proposed' an order waits for an answer, up to 'ready' it is live, from 'refused' on
    -- it came to nothing.
    create type order_state as enum ('asked', 'proposed', 'accepted', 'preparing', 'ready', 'collected', 'no_show', 'refused',
      'withdrawn', 'revoked', 'expired');
    create table orders (
      id bigint primary key check (id between 1 and 9007199254740991),
      discussion_id uuid,
      pickup_at timestamptz not null,
      content text not null,
      coupon_message text not null default '',
      min_order_cents bigint not null default 0 check (min_order_cents >= 0),
      state order_state not null default 'asked',
      final_pickup_at timestamptz,
      final_content text,
      total_cents bigint check (total_cents >= 0),
      cancel_message text,
      created_at timestamptz not null default app_now(),
      decided_at timestamptz,
      company_id uuid not null references companies on delete cascade,
      version integer not null default 1,
      code text check (code ~ '^[0-9]{4}$'),
      slot_at timestamptz,
      picture text,
      flexible boolean not null default false,
      max_total_cents bigint check (max_total_cents >= 0),
      expires_at timestamptz,
      seen_at timestamptz,
      reminded_at timestamptz,
      source text not null default 'app' check (source in ('app', 'site', 'counter')),
      customer_name text,
      note text not null default '',
      constraint orders_of_company unique (company_id, id),
      constraint orders_of_discussion unique (discussion_id, id),
      constraint orders_of_parent foreign key (company_id, discussion_id) references discussions (company_id, id) on delete cascade
    );
    create index orders_live on orders (company_id, coalesce(final_pickup_at, pickup_at), id)
      where state <= 'ready';
    create index orders_ended on orders (company_id, coalesce(final_pickup_at, pickup_at) desc, id desc)
      where state > 'ready';
    create index orders_due on orders (expires_at) where state <= 'proposed';
    create index orders_kept on orders (decided_at)
      where state > 'ready' and content <> '';
    create unique index orders_code on orders (company_id, code) where state between 'accepted' and 'ready' and code is not null;
    -- The accepted orders that nobody was reminded of yet, by pick-up: a handful (Q-015).
    create index orders_to_remind on orders (coalesce(final_pickup_at, pickup_at))
      where state between 'accepted' and 'ready' and reminded_at is null and discussion_id is not null;
    alter table messages add constraint messages_of_parent foreign key (discussion_id, order_id) references orders (discussion_id, id)
      on delete set null (order_id);

    create table order_proposals (
      id bigint generated always as identity primary key,
      company_id uuid not null,
      order_id bigint not null,
      pickup_at timestamptz not null,
      content text not null,
      total_cents bigint not null check (total_cents >= 0),
      note text not null default '',
      expires_at timestamptz not null,
      created_at timestamptz not null default app_now(),
      foreign key (company_id, order_id) references orders (company_id, id) on delete cascade
    );
    create index order_proposals_order on order_proposals (company_id, order_id, id);

    create table order_events (
      id bigint generated always as identity primary key,
      company_id uuid not null,
      order_id bigint not null,
      at timestamptz not null default app_now(),
      by text not null check (by in ('resident', 'company', 'clock')),
      what text not null,
      user_id bigint references users on delete set null,
      -- The state that it left, for an undo (Q-012).
      from_state order_state,
      foreign key (company_id, order_id) references orders (company_id, id) on delete cascade
    );
    create index order_events_order on order_events (company_id, order_id, id);
    create index order_events_user on order_events (user_id) where user_id is not null;

    create table order_settings (
      company_id uuid primary key references companies on delete cascade,
      slots_on boolean not null default false,
      alert_minutes integer not null default 10,
      preparation integer not null default 30 check (preparation between 0 and 1440),
      horizon integer not null default 14 check (horizon between 1 and 60),
      cut_off_days integer,
      cut_off_time text,
      capacity integer check (capacity between 1 and 99),
      instruction text not null default '',
      reasons jsonb,
      photo_allowed boolean not null default false,
      minimum_cents bigint not null default 0 check (minimum_cents >= 0),
      version integer not null default 1,
      paused_until timestamptz,
      rush_minutes integer,
      rush_until timestamptz
    );`
}
