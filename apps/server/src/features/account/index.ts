export {
  accountTask,
  eraseAccounts,
  notifyUnusedAccount,
  readErasedAuthors,
  unusedAccountsTask,
} from './erase-accounts.ts'
export { prepareExport } from './prepare-export.ts'
