export { changeMembership } from './apply-membership.ts'
export { followDeletion, paymentDuties, paymentJobs } from './payment-work.ts'
