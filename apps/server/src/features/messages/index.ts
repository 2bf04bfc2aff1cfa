export { markNewsSeen } from './broadcasts.queries.ts'
export { changeBlock } from './change-discussion.ts'
export {
  type Discussion,
  ensureDiscussion,
  findDiscussion,
  findOrOpenDiscussion,
  lockDiscussionWith,
} from './discussions.queries.ts'
export { findExchange } from './exchange.queries.ts'
export { listResidentDiscussions } from './list-discussions.ts'
export { notifyMessage, postMessage, wasWritten, writeMessage } from './post-message.ts'
export { pushToPerson } from './push-to-resident.ts'
export { presentSent, readMessages } from './read-messages.ts'
export { messageLimit, refuseContent, sendMessage } from './send-message.ts'
export { storeMessagePicture } from './store-message-picture.ts'
export { awaitingText, refuseWaiting } from './wait-for-answer.ts'
