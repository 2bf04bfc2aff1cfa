import pg from 'pg'
import { superuser } from './cluster.ts'
import type { PostgresSecrets } from './postgres-files.ts'
import { databaseName, ownerRole, servingRole } from './running-postgres.ts'

/**
 * Makes the database and its two roles when they are missing: one owns the tables and migrates them at start, the other
 * serves and may only read and write rows. Neither can read files, run programs or weaken durability.
 */
export async function createDatabaseRoles(port: number, secrets: PostgresSecrets): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password: secrets.superuserPassword,
    database: 'postgres',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await createRole(client, ownerRole, secrets.password)
    await createRole(client, servingRole, secrets.servingPassword)
    const database = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (database.rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerRole}`)
    await client.query(`revoke temporary on database ${databaseName} from public`)
  } finally {
    await client.end()
  }
}

async function createRole(client: pg.Client, name: string, password: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [name])
  // The role may exist with another password: the password file may have been restored from an older copy.
  const verb = found.rowCount === 0 ? 'create' : 'alter'
  await client.query(`${verb} role ${name} login nosuperuser password ${client.escapeLiteral(password)}`)
}
