import pg from 'pg'
import { superuser } from './cluster.ts'
import { databaseName, roleName } from './running-postgres.ts'

/**
 * Makes the server's own role and database when they are missing. The role owns its database and nothing else: it cannot read files,
 * run programs or weaken durability.
 */
export async function createApplicationRole(
  port: number,
  passwords: { superuser: string; application: string },
): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password: passwords.superuser,
    database: 'postgres',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [roleName])
    const password = client.escapeLiteral(passwords.application)
    if (role.rowCount === 0) await client.query(`create role ${roleName} login nosuperuser password ${password}`)
    const database = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (database.rowCount === 0) await client.query(`create database ${databaseName} owner ${roleName}`)
  } finally {
    await client.end()
  }
}
