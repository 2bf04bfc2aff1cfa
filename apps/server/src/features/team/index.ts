export { endingMembersTask } from './change-team.ts'
export { sendInvitation } from './invite.ts'
