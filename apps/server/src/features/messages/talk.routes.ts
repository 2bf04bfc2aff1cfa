import { laterContract } from '@parvis/domain/messages/later.contract'
import { talkContract } from '@parvis/domain/messages/talk.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract, type Handlers } from '../../http/bind-contract.ts'
import { readAwayMessage, saveAwayMessage } from './away-message.ts'
import { countInbox } from './desk.queries.ts'
import { addNote, findOwned, readNotes, removeNote, sortDiscussion, sortDiscussions } from './notes.ts'
import {
  addQuickReply,
  changeQuickReply,
  readQuickReplies,
  rearrangeQuickReplies,
  removeQuickReply,
} from './quick-replies.ts'
import { cancelScheduled, changeScheduled, readScheduled, scheduleLater, sendScheduledNow } from './schedule.ts'
import { searchMessages } from './search-messages.ts'

export function talkRoutes(app: FastifyInstance, deps: Dependencies): void {
  const own = ({ actor, params }: { actor: { userId: number }; params: { id: string } }) => ({
    userId: actor.userId,
    discussionId: params.id,
  })
  const find = async (call: Parameters<typeof own>[0]) => await findOwned(deps.db, own(call))
  const handlers: Handlers<typeof talkContract> = {
    listQuickReplies: async ({ company }) => await readQuickReplies(deps.db, deps.config, company.id),
    addQuickReply: async ({ company, body, files }) => await addQuickReply(deps, company.id, { ...body, files }),
    changeQuickReply: async ({ company, params, body, files }) =>
      await changeQuickReply(deps, company.id, params.replyId, { ...body, files }),
    deleteQuickReply: async ({ company, params }) => await removeQuickReply(deps, company.id, params.replyId),
    rearrangeQuickReplies: async ({ company, body }) =>
      await rearrangeQuickReplies(deps, company.id, body.idRankCouples),
    readAwayMessage: async ({ company }) => await readAwayMessage(deps.db, company.id),
    saveAwayMessage: async ({ company, body }) => await saveAwayMessage(deps, company.id, body),
    countInbox: async ({ company }) => await countInbox(deps.db, company.id),
    sortDiscussion: async (call) => await sortDiscussion(deps, own(call), call.body),
    sortDiscussions: async ({ company, body }) => await sortDiscussions(deps, company.id, body),
    searchMessages: async ({ company, query }) => await searchMessages(deps, company.id, query),
    listNotes: async (call) => await readNotes(deps, own(call)),
    addNote: async (call) => await addNote(deps, own(call), call.body.text),
    deleteNote: async (call) => await removeNote(deps, own(call), call.params.noteId),
  }
  bindContract(app, deps, talkContract, handlers, { find: { sortDiscussion: find, addNote: find } })
  bindContract(app, deps, laterContract, {
    listScheduledMessages: async ({ company }) => await readScheduled(deps, company.id, 'messages'),
    scheduleMessage: async (call) => only(await scheduleLater(deps, own(call), { ...call.body, files: call.files })),
    changeScheduledMessage: async (call) =>
      only(await changeScheduled(deps, own(call), call.params.sid, { ...call.body, files: call.files })),
    cancelScheduledMessage: async (call) => {
      await cancelScheduled(deps, own(call), call.params.sid)
      return {}
    },
    sendScheduledMessageNow: async (call) => only(await sendScheduledNow(deps, own(call), call.params.sid)),
    listScheduledBroadcasts: async ({ company }) => await readScheduled(deps, company.id, 'broadcasts'),
    scheduleBroadcast: async (call) => await scheduleLater(deps, toAll(call), { ...call.body, files: call.files }),
    changeScheduledBroadcast: async (call) =>
      await changeScheduled(deps, toAll(call), call.params.sid, { ...call.body, files: call.files }),
    cancelScheduledBroadcast: async (call) => await cancelScheduled(deps, toAll(call), call.params.sid),
    sendScheduledBroadcastNow: async (call) => await sendScheduledNow(deps, toAll(call), call.params.sid),
  })
}

const toAll = ({ actor, company }: { actor: { userId: number }; company: { id: string } }) => ({
  userId: actor.userId,
  discussionId: null,
  companyId: company.id,
})

function only<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('what was just scheduled is there')
  return one
}
