import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import type { NoticeFact, NoticeKind } from '@parvis/domain/notices/notices'
import { transaction } from '@parvis/postgres'
import type { Transaction } from '../../db/database.ts'
import { eachAlone, type PeriodicTask } from '../../jobs/job.ts'
import { type Happened, insertNotices } from './notices.queries.ts'
import { listEndingSessions } from './push-targets.queries.ts'

export type ResidentWrote = {
  companyId: string
  residentId: number
  discussionId: string
  messageId: number
  /** The message places this order. */
  orderId?: number | undefined
}

/** Tells the owners of what a resident wrote or ordered, in the transaction that wrote it. */
export async function notifyOwners(tx: Transaction, wrote: ResidentWrote): Promise<void> {
  const { companyId, residentId, discussionId, messageId, orderId } = wrote
  const happened =
    orderId === undefined
      ? { kind: 'message' as const, object: discussionId, event: `message-${discussionId}-${messageId}` }
      : { kind: 'order' as const, object: String(orderId), event: `order-${orderId}` }
  await insertNotices(tx, residentId, { companyId, ...happened, isFirst: true })
}

export type FactHappened = Pick<Happened, 'companyId' | 'event' | 'only'> & {
  kind: Extract<NoticeKind, 'change' | 'message' | 'plan' | 'terms'>
  fact: NoticeFact
}

/** Looks once a minute for the sessions whose devices are about to hear nothing more. */
export const endingSessionsTask: PeriodicTask = {
  name: 'ending-sessions',
  everySeconds: 60,
  run: async ({ db }) => {
    await eachAlone(await listEndingSessions(db), async ({ id, userId: only, companyId, device, endsOn }) => {
      const fact = { sentence: noticeTexts.sessionEnds(device), path: '/notifications' }
      const event = `session-${id}-${endsOn}`
      await transaction(db, (tx) => notifyOfFact(tx, { companyId, kind: 'plan', event, fact, only }))
    })
  },
}

/** Tells the owners, or one member, by the ways chosen for the kind (section 8): at once, a `message` in opening hours. */
export async function notifyOfFact(tx: Transaction, happened: FactHappened): Promise<void> {
  await insertNotices(tx, null, { ...happened, object: happened.event })
}
