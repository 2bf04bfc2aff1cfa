import { orderSteps } from '@parvis/domain/notices/notices'
import type { Transaction } from '../../db/database.ts'
import { insertNotices } from './notices.queries.ts'

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
    await insertNotices(tx, residentId, { companyId, kind: 'message', steps: ['new'], object: discussionId, event })
    return
  }
  const order = { companyId, object: String(orderId), event: `order-${orderId}` }
  const [first, ...reminders] = orderSteps
  await insertNotices(tx, residentId, { ...order, kind: 'order', steps: [first] })
  await insertNotices(tx, residentId, { ...order, kind: 'reminder', steps: reminders })
}
