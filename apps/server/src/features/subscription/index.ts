export { changeMembership } from './apply-membership.ts'
export { paymentDuties, paymentJobs } from './payment-work.ts'
