import { run, type Transaction } from '../src/db/database.ts'

/** Notifications to the followers of a company, and fair attention (residents.md section 6). */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create table push_campaigns (
      id bigint generated always as identity primary key,
      key text not null unique,
      kind text not null check (kind in ('instant', 'broadcast', 'alert')),
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
      unsent_count integer not null default 0,
      -- When the last page was taken: a killed worker may hold the job of the next one for fifteen seconds.
      moved_at timestamptz not null default app_now(),
      class text not null default 'news' check (class in ('news', 'town', 'change', 'alert')),
      address text,
      ttl integer,
      urgency text,
      begins_at timestamptz,
      topic text,
      is_silent boolean not null default false,
      -- Only the devices that these campaigns reached: the end of an alert is told to nobody else.
      among bigint[]
    );
    create index push_campaigns_company_id on push_campaigns (company_id);
    create index push_campaigns_open on push_campaigns (accepted_at) where closed_at is null;
    create index push_campaigns_alerts on push_campaigns (id) where class = 'alert' and paged_at is null;
    create index push_campaigns_closed on push_campaigns (closed_at);

    -- Which device was marked before sending (AMB-149). The mark is a hash of the token, not the device's row: a token that
    -- changes hands is still the same device.
    create table push_deliveries (
      campaign_id bigint references push_campaigns on delete cascade,
      device_mark uuid,
      device_id bigint not null,
      state text not null default 'marked' check (state in ('marked', 'sent', 'expired', 'retry', 'failed')),
      attempts smallint not null default 1,
      due_at timestamptz not null default app_now(),
      primary key (campaign_id, device_mark)
    );
    create index push_deliveries_due on push_deliveries (due_at) where state in ('marked', 'retry');

    -- Rows only for what waits: one per notice and resident.
    create table deferred_notices (
      campaign_id bigint references push_campaigns on delete cascade,
      user_id bigint references users on delete cascade,
      due_at timestamptz not null,
      is_digest boolean not null,
      created_at timestamptz not null default app_now(),
      sent_at timestamptz,
      attempts smallint not null default 0,
      primary key (campaign_id, user_id)
    );
    create index deferred_notices_due on deferred_notices (due_at) where sent_at is null;
    create index deferred_notices_user on deferred_notices (user_id);

    create table attention_days (
      user_id bigint references users on delete cascade,
      day date,
      rung integer not null default 0,
      primary key (user_id, day)
    );

    -- Pushes that a push service refused by our fault (400, 403, 413), by Paris day (W-076).
    create table push_refusals (
      day date primary key,
      refused integer not null
    );`
}
