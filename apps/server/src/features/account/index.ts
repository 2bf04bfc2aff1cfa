export {
  accountTask,
  eraseAccounts,
  readErasedAuthors,
  tellUnusedAccount,
  unusedAccountsTask,
} from './erase-accounts.ts'
export { prepareExport } from './prepare-export.ts'
