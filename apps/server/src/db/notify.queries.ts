import type { Db } from './database.ts'
import { type Audience, type LiveEvent, liveChannel } from './live-hub.ts'
import type { NotifyMessage } from './notice-sender.ts'
import { tellAfterCommit } from './pipeline.ts'

const audiencesPerNotice = 200

/** Tells the live streams of these people, once the transaction has committed. PostgreSQL caps a notice at 8,000 bytes. */
export async function notifyLive(db: Db, event: LiveEvent, to: readonly Audience[]): Promise<void> {
  await notifyEach(db, [{ event, to }])
}

/** Several events, each with whom it is for. */
export async function notifyEach(
  db: Db,
  told: readonly { event: LiveEvent; to: readonly Audience[] }[],
): Promise<void> {
  const notices = told.flatMap(({ event, to }) =>
    Array.from({ length: Math.ceil(to.length / audiencesPerNotice) }, (_, page) => {
      const start = page * audiencesPerNotice
      return liveNotice(event, to.slice(start, start + audiencesPerNotice))
    }),
  )
  await tellAfterCommit(db, notices)
}

/** For as few audiences as one notice holds. */
export const liveNotice = (event: LiveEvent, to: readonly Audience[]): NotifyMessage => ({
  channel: liveChannel,
  payload: JSON.stringify({ ...event, to }),
})
