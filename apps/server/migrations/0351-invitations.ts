import { type Kysely, sql } from 'kysely'

/** An invitation is a number's, for seven days: whoever signs in with it accepts (team.md U-D04). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      phone text not null,
      role member_role not null check (role <> 'owner'),
      until_on date,
      invited_by bigint references users on delete set null,
      expires_at timestamptz not null,
      unique (company_id, phone)
    )`.execute(db)
  await sql`create index invitations_phone on invitations (phone)`.execute(db)
  await sql`create index invitations_invited_by on invitations (invited_by) where invited_by is not null`.execute(db)
  await sql`create index company_members_until_on on company_members (until_on) where until_on is not null`.execute(db)
  await sql`alter table messages add column author_id bigint references users on delete set null`.execute(db)
  await sql`create index messages_author_id on messages (author_id) where author_id is not null`.execute(db)
}
