import { type Kysely, sql } from 'kysely'

/** What the registry says a business is by law, beside the type that it declares (F13); null where no registry says it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table companies add column legal_category text check (legal_category ~ '^[0-9]{4}$')`.execute(db)
}
