export { findDiscussion, openDiscussion } from './discussions.queries.ts'
export { postMessage } from './post-message.ts'
export { wireStatus } from './present-message.ts'
export { messageLimit } from './send-message.ts'
