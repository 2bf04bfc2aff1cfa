import { sql } from 'kysely'
import type { Db } from './database.ts'
import { type Audience, type LiveEvent, liveChannel } from './live-hub.ts'
import { sendLater } from './pipeline.ts'
import { prepared } from './prepared.ts'

const audiencesPerNotice = 200

/** Tells the live streams of these people, once the transaction commits. PostgreSQL caps a notice at 8,000 bytes. */
export async function notifyLive(db: Db, event: LiveEvent, to: readonly Audience[]): Promise<void> {
  await notifyEach(db, [{ event, to }])
}

/** Several events, each with whom it is for, in one round trip. */
export async function notifyEach(
  db: Db,
  told: readonly { event: LiveEvent; to: readonly Audience[] }[],
): Promise<void> {
  const payloads = told.flatMap(({ event, to }) =>
    Array.from({ length: Math.ceil(to.length / audiencesPerNotice) }, (_, page) => {
      const start = page * audiencesPerNotice
      return JSON.stringify({ ...event, to: to.slice(start, start + audiencesPerNotice) })
    }),
  )
  if (payloads.length === 0) return
  await sendLater(db, notifyAll.bound(db, { payloads }))
}

const notifyAll = prepared((db, { payloads }: { payloads: readonly string[] }) =>
  sql`select pg_notify(${liveChannel}, payload) from unnest(${payloads}::text[]) as payload`.compile(db),
)
