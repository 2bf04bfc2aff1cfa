import { type Kysely, sql } from 'kysely'

/** Search in messages and notes (TO-23): French stems and plain words of folded texts, without an extension. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The SQL twin of foldText: no marks, no ligatures, plain apostrophes, lower case.
  await sql`
    create function fold_words(text) returns text language sql immutable parallel safe as $$
      select lower(translate(
        replace(replace(replace(replace(
          regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f\\u00a8\\u00af\\u00b4\\u00b7\\u00b8^\`]', '', 'g'),
          'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), '’', ''''))
    $$`.execute(db)
  // Punctuation is a space on both sides, so that no word is taken for an address, a number or an operator.
  await sql`
    create function plain_words(text) returns text language sql immutable parallel safe as $$
      select regexp_replace(fold_words($1), '[\\u0021-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f\\s]+', ' ', 'g')
    $$`.execute(db)
  // The company is one more lexeme: one GIN index answers per company without btree_gin.
  await sql`
    create function word_vector(company uuid, said text) returns tsvector language sql immutable parallel safe as $$
      select strip(to_tsvector('pg_catalog.french', plain_words(said)) || to_tsvector('pg_catalog.simple', plain_words(said)))
        || array_to_tsvector(array['#' || left(company::text, 8)])
    $$`.execute(db)
  await sql`
    create table message_words (
      company_id uuid not null,
      discussion_id uuid not null,
      message_id bigint,
      note_id bigint,
      said_at timestamptz not null,
      words tsvector not null,
      foreign key (company_id, discussion_id) references discussions (company_id, id) on delete cascade
    ) partition by hash (company_id)`.execute(db)
  await sql`create unique index message_words_message on message_words (company_id, discussion_id, message_id)`.execute(
    db,
  )
  await sql`create index message_words_words on message_words using gin (words)`.execute(db)
  for (let part = 0; part < parts; part += 1)
    await sql`
      create table ${sql.table(`message_words_${part}`)} partition of message_words
      for values with (modulus ${sql.lit(parts)}, remainder ${sql.lit(part)})`.execute(db)
  await index(db, 'messages', sql`come.id, null::bigint, come.sent_at`, 'index_messages')
  await index(db, 'discussion_notes', sql`null::bigint, come.id, come.created_at`, 'index_notes')
  await sql`
    create function forget_notes() returns trigger language plpgsql as $$
    begin
      delete from message_words using gone, discussions
      where discussions.id = gone.discussion_id and message_words.company_id = discussions.company_id
        and message_words.discussion_id = discussions.id and message_words.note_id = gone.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger discussion_notes_forgotten after delete on discussion_notes
    referencing old table as gone for each statement execute function forget_notes()`.execute(db)

  // Ten million rows are not indexed in a migration: a duty walks them, up to the last message of before the trigger.
  await sql`
    create table search_progress (
      since timestamptz primary key default app_now(),
      discussion_id uuid not null default '00000000-0000-0000-0000-000000000000',
      message_id bigint not null default 0,
      until_message bigint not null,
      done boolean not null
    )`.execute(db)
  await sql`
    insert into search_progress (until_message, done)
    select last, last = 0
    from (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('messages', 'id')::regclass), 0) as last) as messages`.execute(
    db,
  )
  await sql`
    insert into message_words (company_id, discussion_id, note_id, said_at, words)
    select discussions.company_id, discussions.id, notes.id, notes.created_at, word_vector(discussions.company_id, notes.text)
    from discussion_notes notes join discussions on discussions.id = notes.discussion_id`.execute(db)
}

const parts = 32

async function index(db: Kysely<unknown>, table: string, columns: ReturnType<typeof sql>, name: string): Promise<void> {
  await sql`
    create function ${sql.id(name)}() returns trigger language plpgsql as $$
    begin
      insert into message_words (company_id, discussion_id, message_id, note_id, said_at, words)
      select discussions.company_id, discussions.id, ${columns}, word_vector(discussions.company_id, come.text)
      from come join discussions on discussions.id = come.discussion_id where come.text <> '';
      return null;
    end $$`.execute(db)
  await sql`
    create trigger ${sql.id(`${table}_indexed`)} after insert on ${sql.table(table)}
    referencing new table as come for each statement execute function ${sql.id(name)}()`.execute(db)
}
