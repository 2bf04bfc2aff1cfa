import { readdir } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { listAppliedMigrations } from './applied-migrations.queries.ts'
import { CannotStart } from './cannot-start.ts'
import { createDatabase, type Database } from './database.ts'
import type { DatabaseUrls } from './embedded/running-postgres.ts'
import { grantServingRole, readRole } from './grant-serving-role.queries.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** An index on a large table takes its time; what waits for it is not a call. */
const migrationMilliseconds = 3_600_000

/**
 * Brings a database to the newest schema, forward only, under Kysely's lock: several processes may start at once. Done
 * by the owner, who then gives the role that serves what it needs. One role may be both; one that owns nothing may
 * stand for both when the schema is the newest already. `migrateMore` makes the tables of development, beside them.
 */
export async function migrateToLatest(
  { url, ownerUrl }: DatabaseUrls,
  migrateMore?: (db: Database) => Promise<void>,
): Promise<void> {
  const db = createDatabase({ url: ownerUrl, size: 2, queryTimeoutMs: migrationMilliseconds })
  try {
    await migrate(db)
    await migrateMore?.(db)
    await runMigrations({ connectionString: ownerUrl, logger: quiet })
    if (url !== ownerUrl) await grantServingRole(db, await roleOf(url))
  } catch (error) {
    if (isForbidden(error)) throw new CannotStart(notTheOwner)
    throw isAway(error) ? new CannotStart(databaseAway) : error
  } finally {
    await db.destroy()
  }
}

async function roleOf(url: string): Promise<string> {
  const db = createDatabase({ url, size: 1 })
  try {
    return await readRole(db)
  } finally {
    await db.destroy()
  }
}

const notTheOwner =
  'Le rôle de DATABASE_URL n’a pas le droit de mettre la base à jour : indiquez MIGRATION_DATABASE_URL, l’adresse du rôle qui possède les tables.'
const databaseAway =
  'La base de données ne répond pas, ou refuse d’être modifiée : le démarrage est à refaire quand elle sera revenue.'
const insufficientPrivilege = '42501'

function isForbidden(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === insufficientPrivilege) || isForbidden(error.cause)
}

function isAway(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof Error && isAway(error.cause))
}

/** Most starts have no new migration: then none is loaded, and Kysely does not introspect the columns of every table. */
async function migrate(db: Database): Promise<void> {
  const applied = new Set(await listAppliedMigrations(db))
  if ((await expectedMigrations()).every((name) => applied.has(name))) return
  await prepareWhatIsNew(db)
  const migrator = new Migrator({ db, provider: tolerant(db), allowUnorderedMigrations: true })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error) throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${String(error)}`, { cause: error })
}

/** What a migration does before all of them and outside of their transaction, so that it holds no lock for long. */
async function prepareWhatIsNew(db: Database): Promise<void> {
  const applied = new Set(await listAppliedMigrations(db))
  for (const [name, migration] of Object.entries(await provider.getMigrations())) {
    if (!applied.has(name) && 'prepare' in migration) await (migration.prepare as Migration['up'])(db)
  }
}

const quiet = new Logger(() => () => undefined)

const provider: MigrationProvider = {
  async getMigrations() {
    const entries = (await expectedMigrations()).map(async (name) => {
      const migration = (await import(new URL(`${name}.ts`, folder).href)) as Migration
      return [name, migration] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  },
}

/** During an upgrade the former release starts on a schema that is ahead: what it does not know is done already (F26). */
function tolerant(db: Database): MigrationProvider {
  return {
    getMigrations: async () => {
      const later = await listAppliedMigrations(db)
      return {
        ...Object.fromEntries(later.map((name) => [name, { up: async () => undefined }])),
        ...(await provider.getMigrations()),
      }
    },
  }
}

/** Names of the migrations that this code expects, in order, to tell whether the database is ready. */
export async function expectedMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.*\.ts$/.test(file)).sort()
  return files.map((file) => file.replace('.ts', ''))
}
