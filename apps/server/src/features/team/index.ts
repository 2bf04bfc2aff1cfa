export { endingMembersTask, nameOwner } from './change-team.ts'
export { sendInvitation } from './invite.ts'
