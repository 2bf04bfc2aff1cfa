import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseUrls } from '../../apps/server/src/db/embedded/running-postgres.ts'
import { urlOf } from './template-database.ts'

/**
 * A database of one's own at the present schema, empty of data; `drop` it when the tests are done, even with connections
 * left open. `url` is that of the role that serves, so that every test proves that it needs no more.
 */
export async function createTestDatabase(): Promise<DatabaseUrls & { drop(): Promise<void> }> {
  const { servers, template } = inject('testDatabase')
  const name = `parvis_test_${randomBytes(6).toString('hex')}`
  // FILE_COPY: 15 ms against 25 (WAL_LOG) for 80 tables when nothing is flushed; dropping 6 ms against 16.
  await onServer(servers, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: urlOf(servers.url, name),
    ownerUrl: urlOf(servers.ownerUrl, name),
    drop: () => onServer(servers, `drop database if exists ${name} with (force)`),
  }
}

async function onServer(servers: DatabaseUrls, statement: string): Promise<void> {
  const client = new pg.Client(urlOf(servers.ownerUrl, 'postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
