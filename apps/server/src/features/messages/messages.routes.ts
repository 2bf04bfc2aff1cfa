import { messagesContract } from '@parvis/domain/messages/messages.contract'
import { refuseFields } from '@parvis/domain/refusals'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract, type Handlers, type Prefetch } from '../../http/bind-contract.ts'
import { changeBlock, openDiscussion } from './change-discussion.ts'
import { firstPageOf } from './conversations.queries.ts'
import { listCompanyDiscussions, listResidentDiscussions } from './list-discussions.ts'
import { sortDiscussion } from './notes.ts'
import { readAhead, readMessages } from './read-messages.ts'
import { readBroadcasts, readReceivedBroadcasts, sendBroadcast } from './send-broadcast.ts'
import { messageLimit, sendMessage } from './send-message.ts'

export function messagesRoutes(app: FastifyInstance, deps: Dependencies): void {
  const handlers: Handlers<typeof messagesContract> = {
    listDiscussions: async (call) => {
      const { company, query } = call
      const { entries, next } = await listCompanyDiscussions(deps, query)
      const filter = query.state ? `&state=${query.state}` : ''
      if (next)
        call.reply.header('link', `</v1/chat/discussion?companyId=${company.id}${filter}&before=${next}>; rel="next"`)
      return entries
    },
    readMessages: async ({ actor, params, query }) =>
      await readMessages(deps, {
        userId: actor.userId,
        discussionId: params.id,
        way: query.selection_way,
        companyId: query.companyId,
        messageId: query.message_id,
      }),
    sendMessage: async ({ actor, params, body, files }) => {
      const { message: text, companyId, quickReplyId } = body
      // The conversation that the body may name too is the path's.
      if (body.discussionId && body.discussionId.toLowerCase() !== params.id) refuseFields({ discussionId: 'invalid' })
      const writer = { userId: actor.userId, discussionId: params.id, companyId }
      return await sendMessage(deps, { ...writer, text, files, quickReplyId })
    },
    markUnread: async ({ actor, params }) =>
      await sortDiscussion(deps, { userId: actor.userId, discussionId: params.id }, { state: 'unread' }),
    readBroadcasts: async ({ company }) => await readBroadcasts(deps, company.id),
    sendBroadcast: async ({ actor, company, body, files }) => {
      await sendBroadcast(deps, {
        userId: actor.userId,
        companyId: company.id,
        namedCompanyId: body.companyId,
        text: body.message,
        files,
      })
      return await readBroadcasts(deps, company.id)
    },
    openDiscussion: async ({ actor, body }) => await openDiscussion(deps, actor.userId, body.companyId),
    listResidentDiscussions: async ({ actor }) => await listResidentDiscussions(deps, actor.userId),
    blockDiscussion: async (call) => await changeBlock(deps, call, { side: 'resident', blocked: true }),
    unblockDiscussion: async (call) => await changeBlock(deps, call, { side: 'resident', blocked: false }),
    blockAsCompany: async (call) => await changeBlock(deps, call, { side: 'company', blocked: true }),
    unblockAsCompany: async (call) => await changeBlock(deps, call, { side: 'company', blocked: false }),
    listResidentBroadcasts: async ({ actor }) => await readReceivedBroadcasts(deps, actor.userId),
  }
  // 500 broadcasts: read again for a retry, not stored with its key.
  const retryReader = {
    sendBroadcast: async ({ company }: { company: { id: string } }) => await readBroadcasts(deps, company.id),
  }
  bindContract(app, deps, messagesContract, handlers, {
    retryReader,
    prefetch,
    limits: { sendMessage: [messageLimit] },
  })
}

const prefetch: Prefetch<typeof messagesContract> = {
  listDiscussions: ({ query }) => (query.before ? undefined : firstPageOf(query.companyId)),
  readMessages: ({ params, query }) => readAhead(params.id, { way: query.selection_way, messageId: query.message_id }),
}
