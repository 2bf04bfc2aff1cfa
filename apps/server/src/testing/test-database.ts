import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { urlOf } from './template-database.ts'

/** A database of one's own at the present schema, empty of data; `drop` it when the tests are done, even with connections left open. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { serverUrl, template } = inject('testDatabase')
  const name = `parvis_test_${randomBytes(6).toString('hex')}`
  // FILE_COPY: 15 ms against 25 (WAL_LOG) for 80 tables when nothing is flushed; dropping 6 ms against 16.
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
