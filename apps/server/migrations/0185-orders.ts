import { type Kysely, sql } from 'kysely'

/**
 * Orders that are negotiated, their settings, and the quarters of an hour that they take (time-and-orders.md section 6).
 * `phase` refines `status`, which keeps its six values: the former release runs on this schema (TO-15).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column company_id uuid references companies on delete cascade,
      add column phase text check (phase in ('proposed', 'preparing', 'withdrawn', 'revoked', 'expired')),
      add column version integer not null default 1,
      add column code text check (code ~ '^[0-9]{4}$'),
      add column slot_at timestamptz,
      add column picture text,
      add column flexible boolean not null default false,
      add column max_total_cents bigint check (max_total_cents >= 0),
      add column expires_at timestamptz,
      add column seen_at timestamptz,
      add column reminded_at timestamptz,
      add column source text not null default 'app' check (source in ('app', 'site', 'counter')),
      add column customer_name text,
      add column note text not null default ''`.execute(db)
  // A request of before this release still has a day to be answered.
  await sql`
    update orders set company_id = discussions.company_id,
      phase = case when orders.status = 'cancelled' and orders.cancel_message = '' then 'withdrawn' end,
      expires_at = case when orders.status = 'pending'
        then greatest(orders.pickup_at, app_now()) + interval '24 hours' end
    from discussions where discussions.id = orders.discussion_id`.execute(db)
  await sql`alter table discussions add constraint discussions_of_company unique (company_id, id)`.execute(db)
  await sql`
    alter table orders
      alter column company_id set not null,
      alter column discussion_id drop not null,
      add constraint orders_of_company unique (company_id, id),
      add constraint orders_of_parent foreign key (company_id, discussion_id)
        references discussions (company_id, id) on delete cascade,
      drop constraint orders_discussion_id_fkey`.execute(db)
  await indexOrders(db)

  // The former release places orders too: what it does not know is filled in, whoever writes.
  await sql`
    create function fill_order() returns trigger language plpgsql as $$
    begin
      if new.company_id is null then
        select discussions.company_id into new.company_id from discussions where discussions.id = new.discussion_id;
      end if;
      if new.expires_at is null and new.status = 'pending' then
        new.expires_at := new.pickup_at + interval '24 hours';
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger orders_fill before insert on orders for each row execute function fill_order()`.execute(db)
  await sql`
    create function drop_order_pictures() returns trigger language plpgsql as $$
    begin
      update stored_files set dropped_at = app_now()
      from gone where stored_files.name = gone.picture and stored_files.dropped_at is null;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger orders_pictures after delete on orders
    referencing old table as gone for each statement execute function drop_order_pictures()`.execute(db)
  await addTables(db)
}

async function indexOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_live on orders (company_id, coalesce(final_pickup_at, pickup_at), id)
    where status in ('pending', 'validated', 'ready')`.execute(db)
  await sql`
    create index orders_ended on orders (company_id, coalesce(final_pickup_at, pickup_at) desc, id desc)
    where status in ('cancelled', 'collected', 'not_collected')`.execute(db)
  await sql`create index orders_due on orders (expires_at) where status = 'pending'`.execute(db)
  await sql`
    create index orders_kept on orders (decided_at)
    where status in ('cancelled', 'collected', 'not_collected') and content <> ''`.execute(db)
  await sql`
    create unique index orders_code on orders (company_id, code)
    where status in ('validated', 'ready') and code is not null`.execute(db)
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    )`.execute(db)
  await sql`create index order_proposals_order on order_proposals (company_id, order_id, id)`.execute(db)
  await sql`
    create table order_events (
      id bigint generated always as identity primary key,
      company_id uuid not null,
      order_id bigint not null,
      at timestamptz not null default app_now(),
      by text not null check (by in ('resident', 'company', 'clock')),
      what text not null,
      user_id bigint references users on delete set null,
      from_status text,
      from_phase text,
      foreign key (company_id, order_id) references orders (company_id, id) on delete cascade
    )`.execute(db)
  await sql`create index order_events_order on order_events (company_id, order_id, id)`.execute(db)
  await sql`create index order_events_user on order_events (user_id) where user_id is not null`.execute(db)
  await sql`
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
    )`.execute(db)
  await sql`
    create table pickup_quarters (
      company_id uuid not null references companies on delete cascade,
      starts_at timestamptz not null,
      taken integer not null check (taken >= 0),
      primary key (company_id, starts_at)
    )`.execute(db)
  await sql`create index pickup_quarters_starts_at on pickup_quarters (starts_at)`.execute(db)
}
