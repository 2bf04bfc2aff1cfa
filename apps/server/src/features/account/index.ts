export { accountDuty, eraseAccounts, tellUnusedAccount, unusedAccountsDuty } from './erase-accounts.ts'
export { prepareExport } from './prepare-export.ts'
