import { Kysely, PostgresAdapter, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { ConnectionPool, poolDialect } from '../../apps/server/src/db/postgres/driver.ts'

const table = 'faults_without_lock'

/** As many processes bring one schema up to date at once, each sure to be alone; false when one of them fails. */
export async function migrateWithoutLock(url: string, processes: number): Promise<boolean> {
  await using owned = new AsyncDisposableStack()
  const dbs = Array.from({ length: processes }, () => owned.use(open(url)))
  owned.defer(() => forget(dbs[0] ?? open(url)))
  const results = await Promise.all(dbs.map((db) => new Migrator({ db, provider, ...names }).migrateToLatest()))
  return results.every(({ error }) => error === undefined)
}

async function forget(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists ${sql.table(table)}, ${sql.table(names.migrationTableName)},
    ${sql.table(names.migrationLockTableName)}`.execute(db)
}

const names = { migrationTableName: `${table}_done`, migrationLockTableName: `${table}_lock` }

const provider: MigrationProvider = {
  getMigrations: async () => ({
    '0001-only': {
      up: async (db) => {
        await sql`select pg_sleep(0.3)`.execute(db)
        await sql`create table ${sql.table(table)} (id bigint)`.execute(db)
      },
    },
  }),
}

class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
}

function open(url: string): Kysely<unknown> {
  return new Kysely({
    dialect: { ...poolDialect(new ConnectionPool({ url, size: 2 })), createAdapter: () => new UnlockedAdapter() },
  })
}
