export { createPaymentStore } from './embedded-payment-store.queries.ts'
export { paymentDuties, paymentJobs } from './payment-work.ts'
