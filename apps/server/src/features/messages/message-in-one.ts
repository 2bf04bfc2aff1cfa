import { checkMessage, messageExcerpt } from '@parvis/domain/messages/message-rules'
import type { messagesContract } from '@parvis/domain/messages/messages.contract'
import { notifyEach } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { oneWrite } from '../../http/one-statement.queries.ts'
import type { CallOf, InOne } from '../../http/write-in-one.ts'
import { noticeTold } from '../notices/index.ts'
import { residentWritesInOne, type WrittenInOne } from './message-in-one.queries.ts'
import { discussionTold } from './post-message.ts'
import { presentMessage } from './read-messages.ts'
import type { Sending } from './send-message.ts'

type SendMessage = (typeof messagesContract)['sendMessage']

/** The conversation that the body may name too is the path's. */
export const namesOnlyItsPath = ({ params, body }: CallOf<SendMessage>) =>
  !body.discussionId || body.discussionId.toLowerCase() === params.id

export const sendingOf = ({ actor, params, body, files }: CallOf<SendMessage>) => ({
  userId: actor.userId,
  discussionId: params.id,
  companyId: body.companyId,
  text: body.message,
  files,
  quickReplyId: body.quickReplyId,
})

/** A resident's text in one statement; whatever else is written, or refused, by `sendMessage`. */
export const sendInOne = (deps: Dependencies): InOne<SendMessage> => ({
  ask: (call) => {
    const sending = sendingOf(call)
    if (!namesOnlyItsPath(call) || !isTextOfResident(sending)) return undefined
    const { discussionId, text } = sending
    return oneWrite(residentWritesInOne, { discussionId, text, excerpt: messageExcerpt(text, false) })
  },
  tell: async ({ companyId, residentId, told }: WrittenInOne, { params: { id } }) =>
    await notifyEach(deps.db, [discussionTold({ id, companyId, residentId }), noticeTold(id, told)]),
  answer: (wrote: WrittenInOne, { body }) => presentWritten(deps, body.message, wrote),
})

function isTextOfResident({ companyId, text, files, quickReplyId }: Sending): boolean {
  if (companyId || files.length > 0 || quickReplyId !== undefined) return false
  return checkMessage({ text, hasImage: false }) === undefined
}

function presentWritten({ config }: Dependencies, text: string, { id, sentAt: at, ...thread }: WrittenInOne) {
  const sentAt = new Date(at)
  const none = { image: null, automatic: false, orderId: null, orderStatus: null }
  return presentMessage(
    config,
    { ...thread, companyPicture: null, now: sentAt },
    { id, text, sentAt, fromCompany: false, ...none },
  )
}
