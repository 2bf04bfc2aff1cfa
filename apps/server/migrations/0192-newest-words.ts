import { type Kysely, sql } from 'kysely'

const parts = 32
const newestFirst = sql`(company_id, said_at desc, (coalesce(message_id, -note_id)) desc)`

/**
 * Before the migrations and outside of their transaction: the index of each partition by itself, so that messages wait for a
 * thirty-second of it at a time. `up` takes these as parts of its own.
 */
export async function prepare(db: Kysely<unknown>): Promise<void> {
  for (let part = 0; part < parts; part += 1)
    await db.transaction().execute(async (tx) => {
      // Several processes may start at once.
      await sql`select pg_advisory_xact_lock(hashtext('parvis newest words'))`.execute(tx)
      const { rows } = await sql<{ isThere: boolean }>`
        select to_regclass(${`message_words_${part}`}) is not null as "isThere"`.execute(tx)
      if (!rows[0]?.isThere) return
      const [table, index] = [sql.table(`message_words_${part}`), sql.id(`message_words_${part}_newest`)]
      await sql`create index if not exists ${index} on ${table} ${newestFirst}`.execute(tx)
    })
}

/** The words of a company by their time: what is found among the newest is a page without any other (decision 0046). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_words_newest on message_words ${newestFirst}`.execute(db)
}
