export { paymentDuties, paymentJobs } from './payment-work.ts'
