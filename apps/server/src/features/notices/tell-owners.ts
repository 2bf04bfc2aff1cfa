import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { type NoticeFact, type NoticeKind, orderSteps } from '@parvis/domain/notices/notices'
import type { Transaction } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { PeriodicTask } from '../../jobs/job.ts'
import { insertNotices } from './notices.queries.ts'
import { listEndingSessions } from './push-targets.queries.ts'

export type ResidentWrote = {
  companyId: string
  residentId: number
  discussionId: string
  messageId: number
  /** The message places this order. */
  orderId?: number | undefined
}

/** Tells the owners of what a resident wrote or ordered, in the transaction that wrote it (U-088, U-091, Q-014). */
export async function tellOwners(tx: Transaction, wrote: ResidentWrote): Promise<void> {
  const { companyId, residentId, discussionId, messageId, orderId } = wrote
  if (orderId === undefined) {
    const event = `message-${discussionId}-${messageId}`
    const message = { kinds: ['message'], steps: ['new'], object: discussionId } as const
    await insertNotices(tx, residentId, { companyId, ...message, event, isFirst: true })
    return
  }
  const [first, ...reminders] = orderSteps
  const kinds = ['order', ...reminders.map(() => 'reminder' as const)] as const
  const order = { object: String(orderId), event: `order-${orderId}`, kinds, steps: [first, ...reminders] }
  await insertNotices(tx, residentId, { companyId, ...order, isFirst: true })
}

export type FactHappened = {
  companyId: string
  kind: Extract<NoticeKind, 'change' | 'plan' | 'terms'>
  /** Deduplication key: an event announced again under the same key is announced once. */
  event: string
  fact: NoticeFact
}

/** Looks once a minute for the sessions whose devices are about to hear nothing more (U-085). */
export const endingSessionsTask: PeriodicTask = {
  name: 'ending-sessions',
  everySeconds: 60,
  run: async ({ db }) => {
    for (const { id, companyId, endsOn } of await listEndingSessions(db)) {
      const fact = { sentence: noticeTexts.sessionEnds, path: '/notifications' }
      await transaction(db, (tx) => tellFact(tx, { companyId, kind: 'plan', event: `session-${id}-${endsOn}`, fact }))
    }
  },
}

/** Tells the owners at once, at any hour, by the ways that they chose for the kind (section 8). */
export async function tellFact(tx: Transaction, { event, kind, ...happened }: FactHappened): Promise<void> {
  await insertNotices(tx, null, { ...happened, kinds: [kind], steps: ['new'], object: event, event })
}
