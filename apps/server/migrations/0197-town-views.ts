import { type Kysely, sql } from 'kysely'

/** Looks at the pages of a town by Paris day, without anybody in them (W-109, W-116). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table town_views (
      town text not null,
      day date not null,
      page text not null check (page in ('pages', 'agenda', 'services')),
      views integer not null,
      primary key (town, day, page)
    )`.execute(db)
  await sql`create index town_views_day on town_views (day)`.execute(db)
}
