import { type NotifyMessage, notify } from '@parvis/postgres'
import type { Db } from './database.ts'
import { type Audience, type LiveEvent, liveChannel } from './live-hub.ts'

/** Sends an event to the live streams of these people once the transaction has committed. */
export async function notifyLive(db: Db, event: LiveEvent, to: readonly Audience[]): Promise<void> {
  await notifyEach(db, [{ event, to }])
}

/** Sends an event of a company to its people, and to the resident concerned; without event, that the company itself changed. */
export async function notifyCompany(
  db: Db,
  companyId: string,
  event: LiveEvent = { topic: 'company', id: companyId },
  residentId?: number,
): Promise<void> {
  await notifyLive(db, event, [
    `company:${companyId}`,
    ...(residentId === undefined ? [] : [`user:${residentId}` as const]),
  ])
}

/** Sends several events, each with its audience. */
export async function notifyEach(
  db: Db,
  told: readonly { event: LiveEvent; to: readonly Audience[] }[],
): Promise<void> {
  await notify(
    db,
    told.map(({ event, to }) => liveNotice(event, to)),
  )
}

/** One event to a company, a person or a team of twenty: PostgreSQL caps a NOTIFY payload at 8,000 bytes. */
export const liveNotice = (event: LiveEvent, to: readonly Audience[]): NotifyMessage => ({
  channel: liveChannel,
  payload: JSON.stringify({ ...event, to }),
})
