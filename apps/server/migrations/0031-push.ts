import { type Kysely, sql } from 'kysely'

/** Notifications to the followers of a company: what was accepted, and which device was marked before sending (AMB-149). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_campaigns (
      id bigint generated always as identity primary key,
      key text not null unique,
      kind text not null check (kind in ('instant', 'broadcast')),
      company_id uuid not null references companies on delete cascade,
      title text not null,
      body text not null,
      data jsonb not null,
      accepted_at timestamptz not null default app_now(),
      after_user_id bigint not null default 0,
      after_device_id bigint not null default 0,
      paged_at timestamptz,
      closed_at timestamptz,
      sent_count integer not null default 0,
      expired_count integer not null default 0,
      failed_count integer not null default 0,
      unsent_count integer not null default 0
    )`.execute(db)
  await sql`create index push_campaigns_company_id on push_campaigns (company_id)`.execute(db)
  await sql`create index push_campaigns_open on push_campaigns (accepted_at) where closed_at is null`.execute(db)
  await sql`create index push_campaigns_closed on push_campaigns (closed_at)`.execute(db)

  // The mark is a hash of the token, not the device's row: a token that changes hands is still the same device.
  await sql`
    create table push_deliveries (
      campaign_id bigint not null references push_campaigns on delete cascade,
      device_mark uuid not null,
      device_id bigint not null,
      state text not null default 'marked' check (state in ('marked', 'sent', 'expired', 'retry', 'failed')),
      attempts smallint not null default 1,
      due_at timestamptz not null default app_now(),
      primary key (campaign_id, device_mark)
    )`.execute(db)
  await sql`create index push_deliveries_retry on push_deliveries (due_at) where state = 'retry'`.execute(db)
}
