import { sql } from 'kysely'
import type { Db } from './database.ts'
import { type Audience, type LiveEvent, liveChannel } from './live-hub.ts'

const audiencesPerNotice = 200

/** Tells the live streams of these people, once the transaction commits. PostgreSQL caps a notice at 8,000 bytes. */
export async function notifyLive(db: Db, event: LiveEvent, to: readonly Audience[]): Promise<void> {
  for (let start = 0; start < to.length; start += audiencesPerNotice) {
    const payload = JSON.stringify({ ...event, to: to.slice(start, start + audiencesPerNotice) })
    await sql`select pg_notify(${liveChannel}, ${payload})`.execute(db)
  }
}
