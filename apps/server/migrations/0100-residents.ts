import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // after_broadcast: the company's last broadcast when the resident began to follow; they read those after it.
  await sql`
    create table follows (
      user_id bigint not null references users on delete cascade,
      company_id uuid not null references companies on delete cascade,
      since timestamptz not null default app_now(),
      after_broadcast bigint not null default 0,
      primary key (user_id, company_id)
    )`.execute(db)
  await sql`create index follows_company_id on follows (company_id, user_id)`.execute(db)

  // The count follows the rows whatever adds or removes them: a call, a deleted account, a seed (M-045).
  await sql`
    create function count_followers() returns trigger language plpgsql as $$
    begin
      update companies set followers_count = companies.followers_count + changed.change
      from (
        select follows.company_id, case tg_op when 'INSERT' then count(*) else -count(*) end as change
        from changed_follows as follows group by follows.company_id order by follows.company_id
      ) as changed
      where companies.id = changed.company_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger follows_added after insert on follows referencing new table as changed_follows
    for each statement execute function count_followers()`.execute(db)
  await sql`
    create trigger follows_removed after delete on follows referencing old table as changed_follows
    for each statement execute function count_followers()`.execute(db)

  // An FCM token, or the JSON of a Web Push subscription; it belongs to the last person who registered it.
  await sql`
    create table devices (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      token text not null unique check (length(token) between 1 and 2000),
      platform text not null check (platform in ('ios', 'android', 'web')),
      created_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index devices_user_id on devices (user_id, id)`.execute(db)
}
