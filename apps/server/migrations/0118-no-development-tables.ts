import { type Kysely, sql } from 'kysely'

const tables = ['outbox', 'embedded_payment_sessions', 'embedded_payment_subscriptions']

/**
 * The tables of development leave the product: src/development/ makes its own. One that holds rows stays as it is, and
 * a clock that was moved stays moved until development or a start in production gives real time back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) if (await isEmpty(db, table)) await sql`drop table ${sql.id(table)}`.execute(db)
  if (!(await isEmpty(db, 'clock_offset'))) return
  await sql`
    create or replace function app_now() returns timestamptz language sql volatile parallel unsafe as
    $$ select clock_timestamp() $$`.execute(db)
  await sql`drop table clock_offset`.execute(db)
}

async function isEmpty(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select 1 from ${sql.id(table)}) as empty`.execute(db)
  return rows[0]?.empty ?? false
}
