export { isActFile, moveActFile } from './act-files.ts'
export { listRecordsOfAct, listRegister } from './act-records.queries.ts'
export {
  findAct,
  findActText,
  listActYears,
  listOpenActs,
  type StoredAct,
  searchActs,
} from './acts.queries.ts'
export { actPath, lockHall, notifyTown } from './read-acts.ts'
export { sha256OfText } from './read-pdf.ts'
export { sendActFile } from './send-act-file.ts'
export { eraseWithdrawnActs, restoreAct } from './withdraw-act.ts'
