import pg from 'pg'
import { expect, test } from 'vitest'
import { connected, createTestDatabase } from './test-database.ts'

test('a test database has the present schema, an ordinary role and is gone when dropped', async () => {
  await using database = await createTestDatabase()
  const client = await connected(database.url)
  client.on('error', () => undefined)
  const migrations = await client.query('select name from migrations order by name')
  expect(migrations.rows[0]).toEqual({ name: '0001-platform' })
  const role = await client.query('select rolsuper as "isSuperuser" from pg_roles where rolname = current_user')
  expect(role.rows).toEqual([{ isSuperuser: false }])
  const settings = await client.query(
    "select current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding, lower('É') as low",
  )
  expect(settings.rows).toEqual([{ zone: 'UTC', encoding: 'UTF8', low: 'é' }])
  await database[Symbol.asyncDispose]()
  await expect(new pg.Client(database.url).connect()).rejects.toThrow('does not exist')
})

test('two test databases see nothing of each other', async () => {
  await using one = await createTestDatabase()
  await using two = await createTestDatabase()
  await using client = await connected(one.ownerUrl)
  await client.query('create table only_here (id int)')
  await using other = await connected(two.url)
  await expect(other.query('select * from only_here')).rejects.toThrow('does not exist')
})
