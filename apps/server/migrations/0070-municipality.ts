import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'

const shippedIcons = new URL('../assets/service-icons/icons.json', import.meta.url)

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_icons (
      id bigint generated always as identity primary key,
      name text not null unique,
      tags text not null,
      position integer not null
    )`.execute(db)
  await sql`
    insert into service_icons (name, tags, position)
    select icon ->> 'name', icon ->> 'tags', position
    from json_array_elements(${await readFile(shippedIcons, 'utf8')}::json) with ordinality as shipped (icon, position)
    order by position`.execute(db)

  // The ranks of a town hall are unique once a transaction ends, whatever the code above believes (AMB-112).
  await sql`
    create table municipal_services (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      type text not null check (type in ('LINK', 'INTERNAL_PAGE')),
      label text not null,
      content text not null,
      icon_id bigint not null references service_icons,
      rank integer not null check (rank >= 1),
      active boolean not null default true,
      created_at timestamptz not null default app_now(),
      constraint municipal_services_rank exclude using btree (company_id with =, rank with =) where (active)
        deferrable initially deferred
    )`.execute(db)
}
