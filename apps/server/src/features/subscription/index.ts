export { changeMembership, endAtProvider } from './apply-membership.ts'
export { followDeletion, paymentJobs, paymentTasks } from './payment-work.ts'
