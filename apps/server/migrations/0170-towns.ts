import { type Kysely, sql } from 'kysely'

/** Addresses of the residents' site (residents.md W-005 to W-015). The communes themselves are read from their package. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table companies add column town text`.execute(db)
  await sql`create index companies_town on companies (town, name) where completed_at is not null`.execute(db)

  // Without a foreign key: after an erasure the address goes on answering 410 for twelve months (W-009).
  await sql`
    create table company_addresses (
      town text not null,
      slug text not null,
      company_id uuid not null,
      is_current boolean not null default true,
      since timestamptz not null default app_now(),
      erased_at timestamptz,
      primary key (town, slug)
    )`.execute(db)
  await sql`create unique index company_addresses_current on company_addresses (company_id) where is_current`.execute(
    db,
  )
  await sql`create index company_addresses_company on company_addresses (company_id)`.execute(db)
  await sql`
    create function mark_erased_addresses() returns trigger language plpgsql as $$
    begin
      update company_addresses set erased_at = app_now() where company_addresses.company_id = old.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger companies_erased_addresses after delete on companies
    for each row execute function mark_erased_addresses()`.execute(db)

  // A former subdomain leads to the new one for twelve months and is nobody else's meanwhile (W-014).
  await sql`
    create table subdomain_history (
      subdomain text primary key,
      company_id uuid not null references companies on delete cascade,
      until timestamptz not null
    )`.execute(db)
  await sql`create index subdomain_history_company on subdomain_history (company_id)`.execute(db)
  await sql`
    create function keep_former_subdomain() returns trigger language plpgsql as $$
    begin
      if new.subdomain is not null and exists (
        select from subdomain_history
        where subdomain_history.subdomain = new.subdomain and subdomain_history.company_id <> new.id
          and subdomain_history.until > app_now()
      ) then
        raise unique_violation using message = 'this subdomain led to another company less than twelve months ago';
      end if;
      if new.subdomain is not null then
        delete from subdomain_history where subdomain_history.subdomain = new.subdomain;
      end if;
      if old.subdomain is not null then
        insert into subdomain_history (subdomain, company_id, until)
        values (old.subdomain, new.id, app_now() + interval '12 months')
        on conflict (subdomain) do update set company_id = excluded.company_id, until = excluded.until;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger companies_former_subdomain before update of subdomain on companies
    for each row when (old.subdomain is distinct from new.subdomain)
    execute function keep_former_subdomain()`.execute(db)
}
