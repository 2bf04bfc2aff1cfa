import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseUrls } from '../../apps/server/src/db/embedded/running-postgres.ts'

const migrations = new URL('../../apps/server/migrations/', import.meta.url)
const makers = ['db/migrate.ts', 'development/tables.queries.ts'].map(
  (file) => new URL(`../../apps/server/src/${file}`, import.meta.url),
)
const templateLock = 7_236_401

/**
 * The name of a database migrated to the present schema, made once per content of the migrations; test databases are copies of it.
 * `sweep` drops what earlier runs left behind: only when no other run uses the server.
 */
export async function ensureTemplate(servers: DatabaseUrls, sweep: boolean): Promise<string> {
  const template = `parvis_template_${schemaHash()}`
  await using client = await connected(urlOf(servers.ownerUrl, 'postgres'))
  await client.query('select pg_advisory_lock($1)', [templateLock])
  if (sweep) await sweepDatabases(client, template)
  const found = await client.query('select 1 from pg_database where datname = $1', [template])
  if (found.rowCount === 0) await makeTemplate(client, servers, template)
  return template
}

// Renamed when complete: an interrupted migration must not pass for a template.
async function makeTemplate(client: pg.Client, servers: DatabaseUrls, template: string): Promise<void> {
  const draft = `${template}_draft`
  await dropDatabase(client, draft)
  await client.query(`create database ${draft}`)
  const { migrateToLatest } = await import('../../apps/server/src/db/migrate.ts')
  const { migrateDevelopment } = await import('../../apps/server/src/development/index.ts')
  const urls = { url: urlOf(servers.url, draft), ownerUrl: urlOf(servers.ownerUrl, draft) }
  await migrateToLatest(urls, migrateDevelopment)
  await client.query(`alter database ${draft} rename to ${template}`)
}

async function sweepDatabases(client: pg.Client, keep: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where datname ~ '^parvis_(test|template)_' and datname <> $1",
    [keep],
  )
  for (const { name } of rows) await dropDatabase(client, name)
}

/**
 * A database of one's own at the present schema, empty of data; disposed of, it is dropped, even with connections
 * left open. `url` is that of the role that serves, so that every test proves that it needs no more.
 */
export async function createTestDatabase(): Promise<DatabaseUrls & AsyncDisposable> {
  const { servers, template } = inject('testDatabase')
  const name = `parvis_test_${randomBytes(6).toString('hex')}`
  // FILE_COPY: 15 ms against 25 (WAL_LOG) for 80 tables when nothing is flushed; dropping 6 ms against 16.
  await onServer(servers, (client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  return {
    url: urlOf(servers.url, name),
    ownerUrl: urlOf(servers.ownerUrl, name),
    [Symbol.asyncDispose]: () => onServer(servers, (client) => dropDatabase(client, name)),
  }
}

async function onServer(servers: DatabaseUrls, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  await using client = await connected(urlOf(servers.ownerUrl, 'postgres'))
  await work(client)
}

const insufficientPrivilege = '42501'
const maxTries = 50

/** Tries again while an autovacuum worker is in it: PostgreSQL does not let the owner of a database end a process of the superuser. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === insufficientPrivilege
      if (!isBusy || tries === maxTries) throw error
      await pause(100)
    }
  }
}

/** A connection of one's own, which ends with its block. */
export async function connected(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(url)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

function schemaHash(): string {
  const hash = createHash('sha256')
  for (const file of makers) hash.update(readFileSync(file))
  const files = readdirSync(migrations).filter((file) => /^\d{4}-.*\.ts$/.test(file))
  for (const file of files.sort()) hash.update(file).update(readFileSync(new URL(file, migrations)))
  return hash.digest('hex').slice(0, 12)
}
