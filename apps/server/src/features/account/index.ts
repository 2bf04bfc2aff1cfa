export { accountDuty, eraseAccounts } from './erase-accounts.ts'
