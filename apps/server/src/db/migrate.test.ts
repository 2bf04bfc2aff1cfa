import { createTestDatabase } from '@parvis/harness/server/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateToLatest } from './migrate.ts'

test('F26 the former release starts on a schema that a later one has migrated', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.ownerUrl)
  client.on('error', () => undefined)
  await client.connect()
  const later = { name: '9999-later', at: new Date().toISOString() }
  await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [later.name, later.at])
  await migrateToLatest(database)
  const { rows } = await client.query('select name from kysely_migration where name = $1', [later.name])
  expect(rows).toEqual([{ name: later.name }])
  await database.drop()
})
