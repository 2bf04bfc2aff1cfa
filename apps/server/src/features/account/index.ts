export {
  accountTask,
  eraseAccounts,
  notifyUnusedAccount,
  readErasedAuthors,
  unusedAccountsTask,
} from './erase-accounts.ts'
export { notifyOfLoss } from './notify-of-loss.ts'
export { prepareExport } from './prepare-export.ts'
