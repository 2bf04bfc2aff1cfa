import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table companies (
      id uuid primary key default gen_random_uuid(),
      type text not null check (type in ('commerce', 'entreprise', 'association', 'mairie')),
      registry_code text not null unique,
      naf text,
      name text not null default '',
      category text,
      address text not null default '',
      zip_code text not null default '',
      city text not null default '',
      latitude double precision,
      longitude double precision,
      description text,
      website text,
      email text,
      phone text,
      subdomain text unique,
      cac_active boolean not null default false,
      cac_description text not null default '',
      profile_picture text,
      cover_picture text,
      identity_status text not null default 'missing'
        check (identity_status in ('missing', 'pending', 'verified', 'refused')),
      identity_decided_at timestamptz,
      membership text not null default 'freemium' check (membership in ('freemium', 'basic', 'premium', 'digital')),
      followers_count integer not null default 0 check (followers_count >= 0),
      prospect_email text,
      created_at timestamptz not null default app_now(),
      completed_at timestamptz,
      updated_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index companies_zip_code on companies (zip_code, created_at)`.execute(db)

  await sql`
    create table company_owners (
      company_id uuid not null references companies on delete cascade,
      user_id bigint not null references users on delete cascade,
      since timestamptz not null default app_now(),
      primary key (company_id, user_id)
    )`.execute(db)
  await sql`create index company_owners_user_id on company_owners (user_id, since)`.execute(db)

  await sql`
    create table opening_hours (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      day_type text not null,
      start_time text not null,
      end_time text not null,
      enabled boolean not null,
      position integer not null
    )`.execute(db)
  await sql`create index opening_hours_company_id on opening_hours (company_id, position)`.execute(db)

  await sql`
    create table cac_pictures (
      company_id uuid not null references companies on delete cascade,
      rank smallint not null check (rank between 0 and 3),
      name text not null,
      primary key (company_id, rank)
    )`.execute(db)

  // A file is written before the row that names it and swept when no row does (trust.md F25).
  await sql`
    create table stored_files (
      name text primary key,
      kind text not null check (kind in ('public', 'private', 'identity')),
      width integer,
      height integer,
      created_at timestamptz not null default app_now(),
      kept_at timestamptz,
      dropped_at timestamptz
    )`.execute(db)
  await sql`create index stored_files_unkept on stored_files (created_at) where kept_at is null`.execute(db)
  await sql`create index stored_files_dropped on stored_files (dropped_at) where dropped_at is not null`.execute(db)

  await sql`
    create table identity_documents (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      side text not null check (side in ('front', 'back')),
      name text,
      sha256 text not null,
      created_at timestamptz not null default app_now(),
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create index identity_documents_kept on identity_documents (created_at) where deleted_at is null`.execute(db)
  await sql`
    create unique index identity_documents_current on identity_documents (company_id, side) where deleted_at is null`.execute(
    db,
  )

  await sql`
    create table cities (
      zip_code text not null,
      name text not null,
      position integer not null,
      primary key (zip_code, name)
    )`.execute(db)
  await sql`create index cities_position on cities (position)`.execute(db)
}
