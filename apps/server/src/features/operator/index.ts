export { changeDiscussionBlock, changePhoneBlock, changeSuperAdmin } from './block-phone.ts'
export { changeIdentity } from './identity-documents.ts'
export { findMembership, listCompaniesOfPhone, listIdentityDocuments } from './operator.queries.ts'
export { changeSuspension, readReason } from './suspend-company.ts'
