import { type Kysely, sql } from 'kysely'

/**
 * What a business announces, as the search of a directory looks through it: each word of the title and of the short text, folded like
 * `wordsIn` does, behind the postal code where it takes place. A prefix is then read from the index within one town, whatever the
 * number of publications elsewhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announced_words(zip text, announced text) returns tsvector language sql immutable strict as $$
      select array_to_tsvector(coalesce(array_agg(distinct zip || left(word, 40)), '{}'))
      from regexp_split_to_table(
        replace(replace(replace(
          regexp_replace(normalize(lower(announced), NFD), '[\u0300-\u036f]', '', 'g'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'),
        '[^a-z0-9]+') as word
      where word <> ''
    $$`.execute(db)
  await sql`
    alter table instants add column words tsvector not null
      generated always as (announced_words(zip_code, title || ' ' || short_description)) stored`.execute(db)
  await sql`create index instants_words on instants using gin (words)`.execute(db)
}
