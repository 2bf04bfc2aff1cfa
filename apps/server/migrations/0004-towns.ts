import { run, type Transaction } from '../src/db/database.ts'

/**
 * Towns and addresses of the residents' site, and the domains of the businesses' own (residents.md). The communes themselves
 * are read from their package.
 */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create table cities (
      zip_code text,
      name text,
      position integer not null,
      primary key (zip_code, name)
    );
    create index cities_position on cities (position);

    create table lively_towns (
      town text primary key,
      businesses integer not null
    );
    create index lively_towns_order on lively_towns (businesses desc, town);

    -- Looks at the pages of a town by Paris day, without anybody in them (W-109, W-116).
    create table town_views (
      town text,
      day date,
      page text check (page in ('pages', 'agenda', 'services')),
      views integer not null,
      primary key (town, day, page)
    );
    create index town_views_day on town_views (day);

    -- Without a foreign key: after an erasure the address goes on answering 410 for twelve months (W-009).
    create table company_addresses (
      town text,
      slug text,
      company_id uuid not null,
      is_current boolean not null default true,
      since timestamptz not null default app_now(),
      erased_at timestamptz,
      primary key (town, slug)
    );
    create unique index company_addresses_current on company_addresses (company_id) where is_current;
    create index company_addresses_company on company_addresses (company_id);

    -- A former subdomain leads to the new one for twelve months and is nobody else's meanwhile (W-014).
    create table subdomain_history (
      subdomain text primary key,
      company_id uuid not null references companies on delete cascade,
      until timestamptz not null
    );
    create index subdomain_history_company on subdomain_history (company_id);

    -- An ended claim stays so that whoever still points here is led on; after the erasure of its business it answers 410 (W-127
    -- to W-134).
    create table custom_domains (
      id bigint generated always as identity primary key,
      company_id uuid references companies on delete set null,
      -- Without www., in the letters of the DNS (punycode): the twin belongs to it.
      name text not null,
      canonical text not null,
      shown text not null,
      token text not null,
      state text not null default 'to_prove' check (state in ('to_prove', 'proven', 'proof_missing', 'stopped', 'released')),
      claimed_at timestamptz not null default app_now(),
      proven_at timestamptz,
      pointed_at timestamptz,
      read_at timestamptz,
      -- When somebody first came by this name, or a reading found it leading here (W-130).
      found_at timestamptz,
      missing_days integer not null default 0,
      missing_on date,
      next_reading_at timestamptz default app_now(),
      ended_at timestamptz,
      -- A word of the domain: plan, proof, silence, sold, operator.
      reason text
    );
    create unique index custom_domains_held on custom_domains (name)
      where state in ('proven', 'proof_missing') and company_id is not null;
    create unique index custom_domains_company on custom_domains (company_id) where state <> 'released' and company_id is not null;
    create index custom_domains_name on custom_domains (name, id);
    create index custom_domains_due on custom_domains (next_reading_at) where next_reading_at is not null;

    -- What the operator decided of a name: refused to everybody, or allowed although it reads like a town's (W-133).
    create table domain_decisions (
      name text primary key,
      allowed boolean not null,
      reason text not null,
      decided_by text not null,
      decided_at timestamptz not null default app_now()
    );

    -- How many businesses each town shows: the home and the sitemap would otherwise read every business of the country (W-126).
    -- Row by row, as a business changes its town or its state a few times in its life.
    create function count_business() returns trigger language plpgsql as $$
    begin
      insert into lively_towns as counted (town, businesses)
      select moved.town, sum(moved.change) from (
        select old.town, -1 as change where tg_op <> 'INSERT' and old.is_shown
        union all select new.town, 1 where tg_op <> 'DELETE' and new.is_shown
      ) as moved where moved.town is not null group by moved.town having sum(moved.change) <> 0 order by moved.town
      on conflict (town) do update set businesses = counted.businesses + excluded.businesses;
      return null;
    end $$;
    create trigger companies_lively_insert after insert on companies for each row execute function count_business();
    create trigger companies_lively_delete after delete on companies for each row execute function count_business();
    create trigger companies_lively_update after update of town, completed_at, suspended_at, leaves_at on companies for each row
      execute function count_business();

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
    end $$;
    create trigger companies_former_subdomain before update of subdomain on companies
      for each row
      when (old.subdomain is distinct from new.subdomain) execute function keep_former_subdomain();

    create function mark_erased_addresses() returns trigger language plpgsql as $$
    begin
      update company_addresses set erased_at = app_now() where company_addresses.company_id = old.id;
      return null;
    end $$;
    create trigger companies_erased_addresses after delete on companies for each row execute function mark_erased_addresses();

    -- The plan's end stops the domain at once, whoever wrote it (W-132).
    create function stop_domain_of_plan() returns trigger language plpgsql as $$
    begin
      update custom_domains
      set state = 'stopped', reason = 'plan', ended_at = app_now(), next_reading_at = null
      where custom_domains.company_id = new.id and custom_domains.state in ('to_prove', 'proven', 'proof_missing');
      return null;
    end $$;
    create trigger companies_domain_of_plan after update of membership on companies
      for each row
      when (old.membership = 'digital' and new.membership <> 'digital') execute function stop_domain_of_plan();`
}
