export { accountDuty } from './erase-accounts.ts'
