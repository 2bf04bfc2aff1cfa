export { accountDuty, eraseAccounts, tellUnusedAccount, unusedAccountsDuty } from './erase-accounts.ts'
