import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { OrderStatus } from '@parvis/domain/orders/order-states'
import type { Config } from '../../config.ts'
import { mediaUrl, privateMediaUrl } from '../../pictures/picture-store.ts'
import type { Discussion } from './discussions.queries.ts'
import type { MessageRow } from './messages.queries.ts'

/** A message as on the wire; its image's address is signed anew at each answer (AMB-143). */
export function presentMessage(config: Config, discussion: Discussion, message: MessageRow) {
  const { companyId, companyPicture, residentId, now } = discussion
  return {
    id: message.id,
    senderId: message.fromCompany ? companyId : String(residentId),
    senderAvatar: message.fromCompany && companyPicture ? mediaUrl(config, companyPicture) : null,
    message: message.text,
    sendAt: writeParisIso(message.sentAt),
    image: message.image && privateMediaUrl(config, message.image, now.getTime()),
    automatic: message.automatic,
    order: message.orderId && message.orderStatus ? { id: message.orderId, ...wireStatus(message.orderStatus) } : null,
  }
}

/** The three documented statuses; what became of a validated order is said beside (api.md section 3). */
export function wireStatus(status: OrderStatus) {
  const isLater = status === 'ready' || status === 'collected' || status === 'not_collected'
  return isLater ? { status: 'validated' as const, step: status } : { status, step: null }
}
